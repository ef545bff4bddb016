import { type Backplane, coalesced } from '../backplane.ts'

/** Several servers in one process. A server that is the only one has no backplane: there is nobody to tell. */
export class LocalBackplane {
  readonly #members = new Set<{ look: () => void }>()

  join(): Backplane {
    const member = { look: () => {} }
    this.#members.add(member)
    const send = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      for (const other of this.#members) if (other !== member) other.look()
    }
    return {
      hint: coalesced(send, () => {}),
      listen: (look) => {
        member.look = look
      },
      close: async () => void this.#members.delete(member),
    }
  }
}
