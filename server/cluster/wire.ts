/** What one server tells another one of its installation, about something that only they deal with. */
export interface Word {
  readonly kind: 'word'
  /** The server that it is for; null for all of them, the one that says it included. */
  readonly to: string | null
  /** JSON; whoever hears it knows its words, and passes over those of a newer version. */
  readonly content: unknown
}

/** How parts of this server speak with the same parts of others. */
export interface Wire {
  /** This server's name; another one after the others believed it dead. */
  readonly id: () => string
  /** Said once the running unit is committed, in order with everything else that servers tell. */
  say(to: string | null, content: unknown): void
  /** @param listener gets what is said to this server, and to all */
  hear(listener: (content: unknown) => void): void
}

/** A server that is the only one hears what it says to all, and to itself. */
export function wireOf(id: () => string, carry: (word: Word) => void) {
  const listeners: ((content: unknown) => void)[] = []
  const wire: Wire = {
    id,
    say: (to, content) => carry({ kind: 'word', to, content }),
    hear: (heard) => void listeners.push(heard),
  }
  const heard = ({ to, content }: Word) => {
    if (to === null || to === id()) for (const listener of listeners) listener(content)
  }
  return { wire, heard }
}
