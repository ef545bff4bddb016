import type { PermissionName } from '#shared/domain/permissions.ts'
import { type Person, personCalled } from './people.ts'
import { permissionsOfType } from './roles.ts'

/** Somebody of the seeded company who signs in otherwise than most. */
interface SignInWay {
  readonly kind: 'two-factor' | 'passwordless' | 'magic-password' | 'companion-required' | 'no-multi-token'
  readonly person: Person
  readonly granted: readonly PermissionName[]
  readonly withheld: readonly PermissionName[]
  /** Their authenticator app's secret, in base32. */
  readonly twoFactorSecret?: string
  /** Their companion device. */
  readonly deviceID?: string
}

/** One person for each way of signing in that isn't the usual one. */
export const SIGN_IN_WAYS: readonly SignInWay[] = [
  {
    kind: 'two-factor',
    person: personCalled('Claire Sanderson'),
    granted: ['AUTH_USE_2FA'],
    withheld: [],
    twoFactorSecret: 'NORTHGATEDEMOTWOFACTORSECRET2345',
  },
  {
    kind: 'passwordless',
    person: personCalled('Emily Cartwright'),
    granted: ['AUTH_CAN_USE_PASSWORDLESS'],
    withheld: [],
  },
  {
    kind: 'magic-password',
    person: personCalled('Sandra Whittle'),
    granted: ['AUTH_CAN_USE_MAGIC_PASSWORD'],
    withheld: [],
  },
  {
    kind: 'companion-required',
    person: personCalled('Beth Ramsden'),
    granted: ['COMPANION_MODE_REQUIRED'],
    withheld: [],
    deviceID: 'NORTHGATE-COMPANION-0001',
  },
  {
    kind: 'no-multi-token',
    person: personCalled('Sian Barraclough'),
    granted: [],
    withheld: ['AUTH_CAN_USE_MULTI_TOKEN'],
  },
]

/** What somebody may do beyond what their roles say, or may not although those say so. */
interface PersonalAccess {
  readonly granted: readonly PermissionName[]
  readonly withheld: readonly PermissionName[]
  readonly reason: string
}

const PAYS_PEOPLE = personalAccess('Pays people: signs in with two factors or not at all', [
  'AUTH_ALWAYS_2FA',
])

function personalAccess(reason: string, granted: readonly PermissionName[]): PersonalAccess {
  return { reason, granted, withheld: [] }
}

/** The person's own exceptions; null where their roles say all. */
export function personalAccessOf(person: Person): PersonalAccess | null {
  if (person.id === personCalled('Vikram Rao').id) return PAYS_PEOPLE
  const way = SIGN_IN_WAYS.find((one) => one.person.id === person.id)
  return way ? { ...way, reason: 'Signs in otherwise than most' } : null
}

/** What somebody may do: what their kind may, and their own exceptions. */
export function permissionsOfPerson(person: Person): readonly PermissionName[] {
  const names = new Set(permissionsOfType(person.type))
  if (person.id === RESTRICTED_SUPERVISOR.id) names.add('ISUPERVISOR_IS_RESTRICTED')
  const own = personalAccessOf(person)
  for (const name of own?.granted ?? []) names.add(name)
  for (const name of own?.withheld ?? []) names.delete(name)
  return [...names]
}

/** Sees only what a supervisor of one team has to. */
export const RESTRICTED_SUPERVISOR = personCalled('Nadia Kowalczyk')

/** An account for trying out the product. */
export interface DemoAccount {
  readonly kind:
    | 'interviewer'
    | 'supervisor'
    | 'agency user'
    | 'admin'
    | 'service desk'
    | 'planner'
    | 'manager'
    | 'recruiter'
    | SignInWay['kind']
  readonly userName: string
  readonly password: string
  readonly role: string
  readonly displayName: string
  /** For an authenticator app, in base32. */
  readonly twoFactorSecret?: string
  /** Of the paired companion device. */
  readonly deviceID?: string
}

function demoAccount(kind: DemoAccount['kind'], person: Person, password: string): DemoAccount {
  const { userName, role, name: displayName } = person
  return { kind, userName, password, role, displayName }
}

/** What everybody else of the seeded company signs in with. */
export const DEMO_PASSWORD = 'Northgate-2026'

/** One person for each kind of work. */
export const WORK_ACCOUNTS: readonly DemoAccount[] = [
  demoAccount('interviewer', personCalled('Jamie Whitfield'), 'Interview-2026'),
  demoAccount('supervisor', personCalled('Priya Nair'), 'Supervise-2026'),
  demoAccount('agency user', personCalled('Gemma Stacey'), 'Agency-2026'),
  demoAccount('admin', personCalled('Tom Hargreaves'), 'Administer-2026'),
]

/** Who can sign in to look around; printed at start. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  ...WORK_ACCOUNTS,
  // Who keeps the help center: the FAQ, its tours, and what becomes of tickets.
  demoAccount('service desk', personCalled('Kerry Blackwood'), DEMO_PASSWORD),
  demoAccount('planner', personCalled('Stephen Booth'), DEMO_PASSWORD),
  demoAccount('manager', personCalled('Marcus Oyelaran'), DEMO_PASSWORD),
  demoAccount('recruiter', personCalled('Laura Finch'), DEMO_PASSWORD),
  ...SIGN_IN_WAYS.map(({ kind, person, twoFactorSecret, deviceID }) => ({
    ...demoAccount(kind, person, DEMO_PASSWORD),
    ...(twoFactorSecret !== undefined && { twoFactorSecret }),
    ...(deviceID !== undefined && { deviceID }),
  })),
]
