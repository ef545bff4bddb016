import { randomBytes } from 'node:crypto'
import { INVITATION_HOURS } from '#shared/contract/invitation.ts'
import { SETUP_CODE_ALPHABET } from '#shared/domain/setup.ts'
import type { FirstAccess } from '#shared/records/admin/person-values.ts'
import { hashLinkToken, newLinkToken } from '../auth/link-tokens.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { invitationLetter } from '../mail/letters.ts'
import type { Outbox } from '../mail/outbox.ts'
import { Refusal } from '../refusal.ts'
import { companyName } from '../setup/company-name.ts'
import type { NewPerson } from './save-person.ts'

const HOUR_MS = 3_600_000
/** How long a temporary password is good (spec 5 §9). */
export const TEMPORARY_MS = 24 * HOUR_MS
const TEMPORARY_GROUPS = 4
const GROUP_LENGTH = 4

/** A password that somebody is told once: four groups of four characters that nobody takes for others. */
export function newTemporaryPassword(): string {
  const bytes = randomBytes(TEMPORARY_GROUPS * GROUP_LENGTH)
  const text = [...bytes].map((byte) => SETUP_CODE_ALPHABET[byte % SETUP_CODE_ALPHABET.length]).join('')
  return text.match(new RegExp(`.{${GROUP_LENGTH}}`, 'g'))?.join('-') ?? text
}

/** How somebody new gets in, as their row has it, and the password to tell them. */
export async function firstAccess(
  access: FirstAccess,
  at: number,
  hashPassword: (password: string) => Promise<string>,
): Promise<{ readonly access: Omit<NewPerson, 'values'>; readonly temporaryPassword: string | null }> {
  if (access !== 'TEMPORARY_PASSWORD') {
    const signInMethod = access === 'SINGLE_SIGN_ON' ? ('SINGLE_SIGN_ON' as const) : ('PASSWORD' as const)
    return { access: { passwordHash: '', temporaryUntil: null, signInMethod }, temporaryPassword: null }
  }
  const temporaryPassword = newTemporaryPassword()
  return {
    access: {
      passwordHash: await hashPassword(temporaryPassword),
      temporaryUntil: at + TEMPORARY_MS,
      signInMethod: 'PASSWORD',
    },
    temporaryPassword,
  }
}

export interface InvitationServices {
  readonly db: Database
  readonly clock: Clock
  readonly outbox: Pick<Outbox, 'post'>
}

/**
 * Mails somebody a link that is good once for 72 hours, and ends the one before. It belongs into the unit that makes
 * them. @param origin of the link
 * @throws Refusal 400 where they have no address, aren't active, or come by single sign-on alone
 */
export async function invite(
  { db, clock, outbox }: InvitationServices,
  userID: number,
  origin: string,
): Promise<void> {
  const person = await db
    .selectFrom('users')
    .where('id', '=', userID)
    .select(['userName', 'displayName', 'email', 'status', 'signInMethod'])
    .executeTakeFirst()
  if (!person) throw new Refusal(404, 'record.gone', { one: 'person' })
  if (person.status !== 'ACTIVE' || person.signInMethod === 'SINGLE_SIGN_ON')
    throw new Refusal(400, 'person.invitationActive')
  if (person.email === null) throw new Refusal(400, 'person.invitationEmail')
  const token = newLinkToken()
  const at = clock()
  const endsAt = at + INVITATION_HOURS * HOUR_MS
  await db.deleteFrom('invitations').where('userID', '=', userID).execute()
  await db
    .insertInto('invitations')
    .values({ tokenHash: hashLinkToken(token), userID, createdAt: at, expiresAt: endsAt })
    .execute()
  const { email, displayName, userName } = person
  await outbox.post(
    invitationLetter(
      { email, displayName, userID },
      { companyName: await companyName(db), userName, hours: INVITATION_HOURS },
      { href: `${origin}/public/invitation/${token}`, endsAt },
    ),
  )
}
