import { afterCommit } from '../../db/unit-of-work.ts'
import { type Wire, type Word, wireOf } from '../wire.ts'

/** Servers of one process that hear each other's words at once. */
export class LocalWires {
  readonly #hear = new Map<string, (word: Word) => void>()

  join(id: string): Wire {
    const carry = (word: Word) =>
      void afterCommit(() => {
        for (const heard of this.#hear.values()) heard(JSON.parse(JSON.stringify(word)) as Word)
      })
    const { wire, heard } = wireOf(() => id, carry)
    this.#hear.set(id, heard)
    return wire
  }

  /** A server that died hears nothing any more. */
  leave(id: string): void {
    this.#hear.delete(id)
  }
}
