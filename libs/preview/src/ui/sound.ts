/** The sound of the composition: the mix of a render, played beside the picture. */

/** Speeds at which browsers play sound, pitch kept. */
const AUDIBLE = { from: 0.25, to: 4 };
/** Beyond this many seconds apart the sound jumps to the picture; below, the picture follows the sound. */
const JUMP_SECONDS = 0.3;
/** Share of a small difference that is taken back at each frame, too little to be seen. */
const PULL = 0.15;

export class Sound {
  #url: string | null = null;
  #refused = false;
  #broken = false;
  #speed = 1;

  readonly #audio: HTMLAudioElement;

  constructor(
    audio: HTMLAudioElement,
    private readonly changed: () => void,
  ) {
    this.#audio = audio;
    audio.addEventListener('error', () => {
      if (this.#url === null) return;
      this.#broken = true;
      changed();
    });
  }

  /** What cannot be heard as it will be rendered, in words; empty when all can be. */
  get note(): string {
    if (this.#url === null) return '';
    if (this.#broken) return 'Nothing is heard: this browser cannot play Opus in WebM, the form of the mix.';
    if (!isAudible(this.#speed)) {
      return `No sound at ${this.#speed}×: browsers play it from ${AUDIBLE.from}× to ${AUDIBLE.to}×.`;
    }
    return this.#refused ? 'The browser plays no sound until this page is clicked or a key is pressed.' : '';
  }

  /** Takes another mix, or none. */
  use(url: string | null): void {
    this.#audio.pause();
    this.#url = url;
    this.#broken = false;
    if (url === null) this.#audio.removeAttribute('src');
    else this.#audio.src = url;
    this.changed();
  }

  play(seconds: number, speed: number): void {
    this.#speed = speed;
    if (this.#url !== null && isAudible(speed) && !this.#isOver(seconds)) {
      this.#audio.playbackRate = speed;
      this.#audio.currentTime = seconds;
      this.#audio.play().then(
        () => this.#refuse(false),
        (error: unknown) => {
          // Others: interrupted by a pause or a jump, or a source that cannot be played, of which its own event tells.
          if ((error as DOMException).name === 'NotAllowedError') this.#refuse(true);
        },
      );
    } else {
      this.#audio.pause();
    }
    this.changed();
  }

  pause(): void {
    this.#audio.pause();
  }

  /** Where the picture should be when its own clock says `seconds`: ears notice a jump sooner than eyes do. */
  steer(seconds: number): number {
    const audio = this.#audio;
    if (audio.paused || audio.seeking || audio.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) return seconds;
    const ahead = audio.currentTime - seconds;
    if (Math.abs(ahead) <= JUMP_SECONDS) return seconds + ahead * PULL;
    if (!this.#isOver(seconds)) audio.currentTime = seconds;
    return seconds;
  }

  set volume(volume: number) {
    this.#audio.volume = volume;
  }

  set isMuted(muted: boolean) {
    this.#audio.muted = muted;
  }

  #isOver(seconds: number): boolean {
    return Number.isFinite(this.#audio.duration) && seconds >= this.#audio.duration;
  }

  #refuse(refused: boolean): void {
    if (refused === this.#refused) return;
    this.#refused = refused;
    this.changed();
  }
}

const isAudible = (speed: number): boolean => speed >= AUDIBLE.from && speed <= AUDIBLE.to;
