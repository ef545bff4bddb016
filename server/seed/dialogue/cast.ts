import type { Person } from '../people.ts'
import type { Random } from '../random.ts'
import type { UserType } from '../roles.ts'

/** Who speaks a role's lines, the first kind that the room has; anybody where it has none. */
const TYPES_OF: Readonly<Record<string, readonly UserType[]>> = {
  S: ['SUPERVISOR', 'MANAGER'],
  M: ['MANAGER', 'SUPERVISOR'],
  I: ['INTERVIEWER'],
  J: ['INTERVIEWER'],
  K: ['INTERVIEWER'],
  R: ['RESEARCHER', 'RESOURCE'],
  D: ['RESEARCHER'],
  T: ['SUPPORT', 'ADMIN'],
  G: ['AGENCY'],
  F: ['FINANCE'],
  H: ['HR'],
  Q: ['TRAINER', 'SUPERVISOR'],
}

/** Gives each role of one exchange to another member, as long as there are enough of them. */
export function createCast(random: Random, members: readonly Person[]): (role: string) => Person {
  const cast = new Map<string, Person>()

  function choose(role: string): Person {
    const taken = new Set(cast.values())
    const free = members.filter((person) => !taken.has(person))
    for (const type of TYPES_OF[role] ?? []) {
      const fitting = free.filter((person) => person.type === type)
      if (fitting.length > 0) return random.pick(fitting)
    }
    return random.pick(free.length > 0 ? free : members)
  }

  return (role) => {
    const known = cast.get(role)
    if (known) return known
    const person = choose(role)
    cast.set(role, person)
    return person
  }
}
