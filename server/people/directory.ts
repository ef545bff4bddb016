import { searchable } from '#shared/domain/locale.ts'
import type { PersonStatus } from '#shared/domain/person.ts'
import type { Database } from '../db/database.ts'
import { grantorIDs } from '../roles/grantors.ts'

/** Somebody as the rules about others need them. */
export interface KnownPerson {
  readonly id: number
  readonly userName: string
  readonly displayName: string
  readonly email: string | null
  readonly payrollNumber: string | null
  readonly managerID: number | null
  readonly status: PersonStatus
}

interface Named {
  readonly id: number
  readonly name: string
}

/** A kind of records by id, and by their name in small letters. */
class Names<T extends Named> {
  readonly #byID = new Map<number, T>()
  readonly #byName = new Map<string, T>()

  constructor(all: readonly T[]) {
    for (const one of all) this.add(one)
  }

  add(one: T): void {
    this.#byID.set(one.id, one)
    // Of two with one name, such as areas below different parents, the first is meant.
    if (!this.#byName.has(searchable(one.name))) this.#byName.set(searchable(one.name), one)
  }

  get(id: number): T | undefined {
    return this.#byID.get(id)
  }

  called(name: string): T | undefined {
    return this.#byName.get(searchable(name.trim()))
  }

  nameOf(id: number | null): string | null {
    return id === null ? null : (this.#byID.get(id)?.name ?? null)
  }
}

/** Who is only planned has an id below this; the system has -2. */
export const PLANNED_ID = -1000

/** Who and what is there, for the rules that people are kept by. It is read whole, so that many are checked at once. */
export class Directory {
  readonly areas: Names<Named & { readonly isActive: boolean }>
  readonly agencies: Names<Named & { readonly isEnded: boolean }>
  readonly contractTypes: Names<Named & { readonly isAgency: boolean; readonly isActive: boolean }>
  readonly roles: Names<Named & { readonly numbers: readonly number[]; readonly builtIn: string | null }>
  readonly skills: Names<Named & { readonly isActive: boolean; readonly expiresAfterMonths: number | null }>
  readonly #grantors: ReadonlySet<number>
  readonly #people = new Map<number, KnownPerson>()
  readonly #byUserName = new Map<string, number>()
  readonly #byEmail = new Map<string, number>()
  readonly #byPayroll = new Map<string, number>()

  constructor(of: Awaited<ReturnType<typeof readDirectory>>) {
    this.areas = new Names(of.areas)
    this.agencies = new Names(of.agencies)
    this.contractTypes = new Names(of.contractTypes)
    this.roles = new Names(of.roles)
    this.skills = new Names(of.skills)
    this.#grantors = of.grantors
    for (const person of of.people) this.put(person)
  }

  everybody(): Iterable<KnownPerson> {
    return this.#people.values()
  }

  person(id: number): KnownPerson | undefined {
    return this.#people.get(id)
  }

  isGrantor(id: number): boolean {
    return this.#grantors.has(id)
  }

  /** Whose user name that is, leavers and erased people included. */
  named(userName: string): KnownPerson | undefined {
    return this.#found(this.#byUserName, userName)
  }

  /** Which ACTIVE person has that address. */
  mailed(email: string): KnownPerson | undefined {
    return this.#found(this.#byEmail, email)
  }

  paid(payrollNumber: string): KnownPerson | undefined {
    const id = this.#byPayroll.get(payrollNumber)
    return id === undefined ? undefined : this.#people.get(id)
  }

  /** Forgets those who were only planned. */
  dropPlanned(): void {
    for (const { id, userName, email, payrollNumber } of [...this.#people.values()]) {
      if (id >= PLANNED_ID) continue
      this.#people.delete(id)
      if (this.#byUserName.get(userName.toLowerCase()) === id) this.#byUserName.delete(userName.toLowerCase())
      if (email !== null && this.#byEmail.get(email.toLowerCase()) === id)
        this.#byEmail.delete(email.toLowerCase())
      if (payrollNumber !== null && this.#byPayroll.get(payrollNumber) === id)
        this.#byPayroll.delete(payrollNumber)
    }
  }

  /** Adds somebody, or what they are now. */
  put(person: KnownPerson): void {
    const before = this.#people.get(person.id)
    if (before) {
      this.#byUserName.delete(before.userName.toLowerCase())
      if (before.email !== null && this.mailed(before.email)?.id === before.id)
        this.#byEmail.delete(before.email.toLowerCase())
      if (before.payrollNumber !== null) this.#byPayroll.delete(before.payrollNumber)
    }
    this.#people.set(person.id, person)
    this.#byUserName.set(person.userName.toLowerCase(), person.id)
    // Of two, who had it first keeps it: the rules tell the other.
    if (person.email !== null && person.status === 'ACTIVE' && !this.mailed(person.email))
      this.#byEmail.set(person.email.toLowerCase(), person.id)
    if (person.payrollNumber !== null && !this.paid(person.payrollNumber))
      this.#byPayroll.set(person.payrollNumber, person.id)
  }

  /** Whether somebody whose manager is `managerID` would be their own, over however many. */
  isCircle(id: number, managerID: number | null): boolean {
    const seen = new Set<number>()
    for (let at = managerID; at !== null && !seen.has(at); at = this.#people.get(at)?.managerID ?? null) {
      if (at === id) return true
      seen.add(at)
    }
    return false
  }

  #found(by: ReadonlyMap<string, number>, text: string): KnownPerson | undefined {
    const id = by.get(text.toLowerCase())
    return id === undefined ? undefined : this.#people.get(id)
  }
}

async function readDirectory(db: Database) {
  const people = await db
    .selectFrom('users')
    .select(['id', 'userName', 'displayName', 'email', 'payrollNumber', 'managerID', 'status'])
    .execute()
  const areas = await db.selectFrom('areas').select(['id', 'name', 'isActive']).orderBy('id').execute()
  const agencies = await db.selectFrom('agencies').select(['id', 'name', 'status']).execute()
  const contractTypes = await db
    .selectFrom('contractTypes')
    .select(['id', 'name', 'kind', 'isActive'])
    .execute()
  const roles = await db.selectFrom('roles').select(['id', 'name', 'builtIn']).execute()
  const numbers = await db.selectFrom('rolePermissions').select(['roleID', 'permission']).execute()
  const skills = await db
    .selectFrom('skills')
    .select(['id', 'name', 'isActive', 'expiresAfterMonths'])
    .execute()
  const numbersOf = Map.groupBy(numbers, ({ roleID }) => roleID)
  return {
    people,
    grantors: await grantorIDs(db),
    areas: areas.map((area) => ({ ...area, isActive: area.isActive === 1 })),
    agencies: agencies.map(({ status, ...one }) => ({ ...one, isEnded: status === 'ENDED' })),
    contractTypes: contractTypes.map(({ kind, isActive, ...one }) => ({
      ...one,
      isAgency: kind === 'AGENCY',
      isActive: isActive === 1,
    })),
    roles: roles.map((role) => ({
      ...role,
      numbers: (numbersOf.get(role.id) ?? []).map(({ permission }) => permission),
    })),
    skills: skills.map((skill) => ({ ...skill, isActive: skill.isActive === 1 })),
  }
}

/** Everybody and everything that people's records name, as they are now. */
export async function openDirectory(db: Database): Promise<Directory> {
  return new Directory(await readDirectory(db))
}
