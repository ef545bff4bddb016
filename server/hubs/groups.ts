import { KeyedSets } from './keyed-sets.ts'

/** Who is in which group. A group exists while it has members. */
export class Groups<M> {
  readonly #members = new KeyedSets<string, M>()
  readonly #groups = new KeyedSets<M, string>()

  join(group: string, member: M): void {
    this.#members.add(group, member)
    this.#groups.add(member, group)
  }

  leave(group: string, member: M): void {
    this.#members.delete(group, member)
    this.#groups.delete(member, group)
  }

  leaveAll(member: M): void {
    for (const group of [...this.#groups.get(member)]) this.leave(group, member)
  }

  membersOf(group: string): ReadonlySet<M> {
    return this.#members.get(group)
  }
}
