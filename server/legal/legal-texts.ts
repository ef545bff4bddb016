import * as z from 'zod/mini'
import { userAgreement } from '#shared/contract/sign-in.ts'
import type { LegalKind } from '#shared/domain/legal.ts'
import type { Database } from '../db/database.ts'
import { readSetting } from '../db/settings.ts'
import { companyName } from '../setup/company-name.ts'
import { TEMPLATES, TEMPLATES_OF } from './templates.ts'

/** A text as people read it. */
export type ShownText = z.output<typeof userAgreement.response>

const sectionList = userAgreement.response.shape.sections

/** Where deployments kept texts of their own before those had versions. */
const OLD_SETTINGS: Readonly<Record<LegalKind, string>> = {
  AGREEMENT: 'userAgreement',
  POLICY: 'privacyPolicy',
  NOTICE: 'privacyNotice',
}

export const sectionsOf = (text: string): ShownText['sections'] => sectionList.parse(JSON.parse(text))

/** The published version; undefined where none is. */
export function publishedText(db: Database, kind: LegalKind) {
  return db
    .selectFrom('legalTexts')
    .where('kind', '=', kind)
    .where('state', '=', 'PUBLISHED')
    .selectAll()
    .executeTakeFirst()
}

/** The text that comes with the product, with the company's name filled in. */
export async function templateOf(db: Database, kind: LegalKind): Promise<ShownText> {
  const company = await companyName(db)
  const tenant = await db.selectFrom('tenant').select('dataProtectionEmail').executeTakeFirst()
  const contact = tenant?.dataProtectionEmail ?? `the data protection contact of ${company}`
  const filled = (text: string) => text.replaceAll('{company}', company).replaceAll('{contact}', contact)
  const { title, sections } = TEMPLATES[kind]
  return {
    title: filled(title),
    lastUpdated: TEMPLATES_OF,
    sections: sections.map(({ heading, text }) => ({ heading: filled(heading), text: filled(text) })),
  }
}

/** A deployment's own text from before texts had versions. @throws where it can't be read */
export async function oldText(db: Database, kind: LegalKind): Promise<ShownText | null> {
  const old = await readSetting(db, OLD_SETTINGS[kind])
  return old === null ? null : z.parse(userAgreement.response, JSON.parse(old))
}

/** What holds now: the published version, else the deployment's own of before, else the product's (spec 5 §5.7). */
export async function presentText(db: Database, kind: LegalKind): Promise<ShownText> {
  const row = await publishedText(db, kind)
  if (!row) return (await oldText(db, kind)) ?? (await templateOf(db, kind))
  return {
    title: row.title,
    lastUpdated: new Date(row.publishedAt ?? row.changedAt).toISOString(),
    sections: sectionsOf(row.sections),
  }
}
