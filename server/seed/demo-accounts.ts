import type { PermissionName } from '#shared/domain/permissions.ts'
import { type Person, personCalled } from './people.ts'
import { PERMISSIONS_OF } from './roles.ts'

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

/** People who may do more or less than others of their kind. */
const EXCEPTIONS: ReadonlyMap<number, readonly PermissionName[]> = new Map<number, readonly PermissionName[]>(
  [
    // Sees only what a supervisor of one team has to.
    [personCalled('Nadia Kowalczyk').id, ['ISUPERVISOR_IS_RESTRICTED']],
    // Pays people: signs in with two factors or not at all.
    [personCalled('Vikram Rao').id, ['AUTH_ALWAYS_2FA']],
  ],
)

/** What somebody may do: what their kind may, and their own exceptions. */
export function permissionsOfPerson(person: Person): readonly PermissionName[] {
  const way = SIGN_IN_WAYS.find((one) => one.person.id === person.id)
  const own = EXCEPTIONS.get(person.id) ?? []
  const names = new Set([...PERMISSIONS_OF[person.type], ...own, ...(way?.granted ?? [])])
  for (const name of way?.withheld ?? []) names.delete(name)
  return [...names]
}

/** An account for trying out the product. */
export interface DemoAccount {
  readonly kind: 'interviewer' | 'supervisor' | 'agency user' | 'admin' | SignInWay['kind']
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
  ...SIGN_IN_WAYS.map(({ kind, person, twoFactorSecret, deviceID }) => ({
    ...demoAccount(kind, person, DEMO_PASSWORD),
    ...(twoFactorSecret !== undefined && { twoFactorSecret }),
    ...(deviceID !== undefined && { deviceID }),
  })),
]
