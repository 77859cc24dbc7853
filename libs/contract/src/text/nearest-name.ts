/** Suggestions for a mistyped flag, command, value or key. */

/** The name closest to `typed`, in small or capital letters, or null when none is close enough to be meant; the first of equals. */
export function nearestName(typed: string, names: readonly string[]): string | null {
  let best: string | null = null;
  let bestDistance = Math.max(2, Math.floor(typed.length / 3)) + 1;
  const plain = typed.toLowerCase();
  for (const name of names) {
    const lower = name.toLowerCase();
    const isPart = (lower.startsWith(plain) && plain.length >= 3) || (lower.endsWith(plain) && plain.length >= 5);
    // No fewer changes than the one is longer; a text as long as a request is near to nothing.
    if (Math.abs(lower.length - plain.length) >= bestDistance && !isPart) continue;
    const distance = isPart ? Math.min(1, lower.length - plain.length) : editDistance(plain, lower);
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** `; did you mean "high"?`, or nothing when no name is close. */
export function suggestion(typed: string, names: readonly string[]): string {
  const nearest = nearestName(typed, names);
  return nearest === null ? '' : `; did you mean "${nearest}"?`;
}

/** Fewest insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`. */
export function editDistance(a: string, b: string): number {
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (older[j - 2] ?? 0) + 1);
      }
      current.push(least);
    }
    older = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
