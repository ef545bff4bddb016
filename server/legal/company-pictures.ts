import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type CompanyPicture, isLogoFault, type PictureType, readPicture } from '#shared/domain/logo.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { companyName } from '../setup/company-name.ts'
import { type Ground, initialMark, onPlate, wordmark } from './wordmark.ts'

export interface Picture {
  readonly contentType: PictureType
  readonly content: Uint8Array
}

const hashOf = (content: Uint8Array | string) =>
  createHash('sha256').update(content).digest('hex').slice(0, 32)

/**
 * Keeps a picture in the place of the one before, and gives the hash of both.
 *
 * @throws Refusal 400 where the bytes are no such picture (spec 5 §2.2)
 */
export async function keepPicture(
  db: Database,
  { kind, content, by, at }: { kind: CompanyPicture; content: Uint8Array; by: number | null; at: number },
): Promise<{ readonly before: string | null; readonly hash: string }> {
  const contentType = readPicture(kind, content)
  if (isLogoFault(contentType)) throw new Refusal(400, `logo.${contentType}`)
  const before = await db
    .selectFrom('companyPictures')
    .where('kind', '=', kind)
    .select('hash')
    .executeTakeFirst()
  const row = { contentType, content, hash: hashOf(content), changedBy: by, changedAt: at }
  await db
    .insertInto('companyPictures')
    .values({ kind, ...row })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(row))
    .execute()
  return { before: before?.hash ?? null, hash: row.hash }
}

export async function pictureOf(db: Database, kind: CompanyPicture): Promise<Picture | null> {
  const row = await db
    .selectFrom('companyPictures')
    .where('kind', '=', kind)
    .select(['contentType', 'content'])
    .executeTakeFirst()
  return row ?? null
}

const svg = (text: string): Picture => ({
  contentType: 'image/svg+xml',
  content: new TextEncoder().encode(text),
})

/** A picture of nothing: what shows the product's own ground. */
const NOTHING = svg('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')

/** The logo as it stands on that ground; without one the company's name, drawn. */
async function logoOn(db: Database, ground: Ground): Promise<Picture> {
  const own = ground === 'dark' ? await pictureOf(db, 'LOGO_DARK') : null
  const logo = own ?? (await pictureOf(db, 'LOGO'))
  if (!logo) return svg(wordmark(await companyName(db), ground))
  return ground === 'dark' && !own ? svg(onPlate(logo)) : logo
}

/** A picture in a page that has to show by itself, such as an export's. */
export const dataAddress = ({ contentType, content }: Picture): string =>
  `data:${contentType};base64,${Buffer.from(content).toString('base64')}`

/**
 * The company's pictures at addresses that stay, without a token: sign-in and public pages show them. A browser asks
 * each time whether they changed, by their hash.
 */
export function registerCompanyPictures(app: FastifyInstance, db: Database): void {
  const answer = (path: string, find: () => Promise<Picture | null>) =>
    app.get(path, { schema: { hide: true } }, async ({ headers }, reply) => {
      const picture = await find()
      if (!picture) return reply.redirect('/icon.svg')
      const tag = `"${hashOf(picture.content)}"`
      reply.header('etag', tag).header('cache-control', 'public, no-cache')
      if (headers['if-none-match'] === tag) return reply.code(304).send()
      return reply.type(picture.contentType).send(Buffer.from(picture.content))
    })
  answer('/company/logo', () => logoOn(db, 'light'))
  answer('/company/logo/dark', () => logoOn(db, 'dark'))
  answer('/company/icon', () => pictureOf(db, 'ICON'))
  answer('/company/mark', async () => {
    const icon = await pictureOf(db, 'ICON')
    return icon ?? svg(initialMark(await companyName(db)))
  })
  answer('/company/sign-in', async () => (await pictureOf(db, 'SIGN_IN')) ?? NOTHING)
}
