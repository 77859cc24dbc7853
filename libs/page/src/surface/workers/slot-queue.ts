/** Which pictures may go into the ring: none whose slot holds one that is not read yet. Pure. */

export interface SlotQueue<Item> {
  /** Takes in what is to be drawn next; returns its sequence number, from 1. */
  add(item: Item): number;
  /** A picture is asked for: those before it have been read. */
  wants(sequence: number): void;
}

/** @param send gets each item in order, as soon as there is a slot for its picture */
export function slotQueue<Item>(slots: number, send: (sequence: number, item: Item) => void): SlotQueue<Item> {
  const held: Item[] = [];
  let added = 0;
  let wanted = 0;
  const sendHeld = (): void => {
    for (;;) {
      const sequence = added - held.length + 1;
      if (held.length === 0 || sequence >= wanted + slots) return;
      send(sequence, held.shift() as Item);
    }
  };
  return {
    add(item) {
      added += 1;
      held.push(item);
      sendHeld();
      return added;
    },
    wants(sequence) {
      wanted = Math.max(wanted, sequence);
      sendHeld();
    },
  };
}
