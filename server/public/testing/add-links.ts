import type { LinkPurpose } from '#shared/contract/public-links.ts'
import { hashLinkToken } from '../../auth/link-tokens.ts'
import { NOON, type TestServer } from '../../http/testing/test-server.ts'
import { SAMPLE_LINKS } from '../../seed/public-links.ts'

/** What the demo company's link of that purpose is about. */
export function sampleSubject(purpose: LinkPurpose): object {
  const sample = SAMPLE_LINKS.find((link) => link.purpose === purpose)
  if (!sample) throw new Error(`there is no sample for ${purpose}`)
  return sample.subject((ms) => new Date(NOON + ms).toISOString())
}

/** One link of every purpose, good for an hour, whose token is its purpose in small letters. */
export async function addLinks({ server }: TestServer, createdBy: number): Promise<void> {
  const purposes = new Set(SAMPLE_LINKS.map(({ purpose }) => purpose))
  const rows = [...purposes].map((purpose) => ({
    purpose,
    tokenHash: hashLinkToken(purpose.toLowerCase()),
    subject: JSON.stringify(sampleSubject(purpose)),
    createdBy,
    createdAt: NOON,
    expiresAt: NOON + 3_600_000,
    usedAt: null,
  }))
  await server.db.insertInto('publicLinks').values(rows).execute()
}
