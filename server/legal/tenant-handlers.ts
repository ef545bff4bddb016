import type { LegalKind } from '#shared/domain/legal.ts'
import { LEGAL_KINDS } from '#shared/domain/legal.ts'
import { COMPANY_PICTURE_NAMES, type CompanyPicture } from '#shared/domain/logo.ts'
import type { Sealer } from '../auth/sealer.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { writeSetting } from '../db/settings.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { audit, changesBetween } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { readSetting } from '../settings/settings.ts'
import { companyName } from '../setup/company-name.ts'
import type { Installation } from '../setup/installation.ts'
import type { ReachedAt } from '../setup/reached-at.ts'
import { keepPicture } from './company-pictures.ts'
import { oldText, presentText, publishedText, sectionsOf } from './legal-texts.ts'
import { addressOf, changeAddress, checkHere, textsOf } from './tenant-address.ts'

const PAGE = 'admin.tenant'
const DAY_MS = 86_400_000
const ACCEPTANCES_MAX = 10_000
const iso = (at: number) => new Date(at).toISOString()
/** What an acceptance names the version by, as the agreement's call answers it. */
const versionOf = ({ publishedAt, changedAt }: { publishedAt: number | null; changedAt: number }) =>
  iso(publishedAt ?? changedAt)
const KINDS = Object.keys(LEGAL_KINDS) as LegalKind[]

interface TenantServices {
  readonly db: Database
  readonly clock: Clock
  readonly tellAgreement: () => void
  readonly sealer: Sealer
  readonly installation: Pick<Installation, 'id'>
  readonly reached: Pick<ReachedAt, 'said'>
  readonly addressSet: () => Promise<void>
}

/** Admin › Tenant, and accepting its agreement (spec 5 §5.7). */
export function tenantHandlers(services: TenantServices): AreaHandlers<'tenant'> {
  const { db, clock, tellAgreement } = services
  const changed = (name: string | null, at: number) =>
    new Refusal(409, 'record.changed', { name, at: iso(at) })

  /** The person's last acceptance of that version; null where they haven't. `isOver`: it has to be given again. */
  async function acceptedBy(userID: number, lastUpdated: string) {
    const row = await db
      .selectFrom('agreementAcceptances')
      .where('userID', '=', userID)
      .where('lastUpdated', '=', lastUpdated)
      .select(['round', 'acceptedAt'])
      .orderBy('round', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!row) return null
    const days = await readSetting(db, 'signIn.agreementDays')
    const endsAt = row.acceptedAt + days * DAY_MS
    return { round: row.round, endsAt, isOver: days > 0 && endsAt <= clock() }
  }

  async function texts() {
    const rows = await db
      .selectFrom('legalTexts')
      .leftJoin('users as author', 'author.id', 'legalTexts.changedBy')
      .leftJoin('users as publisher', 'publisher.id', 'legalTexts.publishedBy')
      .selectAll('legalTexts')
      .select(['author.displayName as author', 'publisher.displayName as publisher'])
      .orderBy('legalTexts.id', 'desc')
      .execute()
    return rows.map(({ id, kind, state, title, sections, version, changedAt, publishedAt, ...row }) => ({
      id,
      kind,
      state,
      title,
      sections: sectionsOf(sections),
      version,
      changedBy: row.author,
      changedAt: iso(changedAt),
      publishedBy: row.publisher,
      publishedAt: publishedAt === null ? null : iso(publishedAt),
    }))
  }

  async function pictures() {
    const rows = await db
      .selectFrom('companyPictures')
      .leftJoin('users', 'users.id', 'companyPictures.changedBy')
      .select(['kind', 'hash', 'users.displayName as changedBy', 'companyPictures.changedAt'])
      .orderBy('kind')
      .execute()
    return rows.map((row) => ({ ...row, changedAt: iso(row.changedAt) }))
  }

  const pictureChange = (kind: CompanyPicture, before: string | null, after: string | null) => ({
    page: PAGE,
    recordType: 'tenant',
    recordID: 1,
    label: COMPANY_PICTURE_NAMES[kind],
    changes: [{ field: kind, before, after }],
  })

  return {
    getTenant: async () => {
      const row = await db.selectFrom('tenant').selectAll().executeTakeFirst()
      const present = await Promise.all(
        KINDS.map(async (kind) => {
          const { title, sections } = await presentText(db, kind)
          const approved = (await publishedText(db, kind)) ?? (await oldText(db, kind))
          return { kind, title, sections, isApproved: approved !== null && approved !== undefined }
        }),
      )
      return {
        company: {
          companyName: await companyName(db),
          legalName: row?.legalName ?? '',
          registeredAddress: row?.registeredAddress ?? '',
          dataProtectionEmail: row?.dataProtectionEmail ?? '',
          supportContact: row?.supportContact ?? '',
          mailFooter: row?.mailFooter ?? '',
          companyNumber: row?.companyNumber ?? '',
          staffDomains: row ? textsOf(row.staffDomains) : [],
          isWhatsappEnabled: row?.isWhatsappEnabled !== 0,
          isEmailEnabled: row?.isEmailEnabled !== 0,
        },
        version: row?.version ?? 0,
        pictures: await pictures(),
        address: row ? { ...addressOf(row, clock()), said: services.reached.said } : null,
        texts: await texts(),
        present,
      }
    },

    updateTenant: async ({ version, ...said }, { caller }) => {
      const at = clock()
      const { staffDomains, isWhatsappEnabled, isEmailEnabled, companyNumber, ...names } = said
      const facts = {
        ...names,
        ...(companyNumber !== undefined && { companyNumber }),
        ...(staffDomains && { staffDomains: JSON.stringify([...new Set(staffDomains)]) }),
        ...(isWhatsappEnabled !== undefined && { isWhatsappEnabled: Number(isWhatsappEnabled) }),
        ...(isEmailEnabled !== undefined && { isEmailEnabled: Number(isEmailEnabled) }),
      }
      return db.transaction().execute(async (trx) => {
        const before = await trx.selectFrom('tenant').selectAll().executeTakeFirst()
        if (!before) throw new Refusal(409, 'tenant.demo')
        const written = await trx
          .updateTable('tenant')
          .set({ ...facts, version: version + 1, changedAt: at })
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst()
        if (!written) throw changed(null, before.changedAt)
        await writeSetting(trx, 'company', facts.companyName)
        await audit(trx, caller, at, {
          action: 'TENANT_CHANGED',
          page: PAGE,
          recordType: 'tenant',
          recordID: 1,
          label: facts.companyName,
          changes: changesBetween<Record<string, unknown>>({ ...before }, facts),
        })
        return { version: written.version }
      })
    },

    checkTenantAddress: async (address) => ({ result: await checkHere(services, address) }),
    changeTenantAddress: (request, { caller }) => changeAddress(services, request, caller),

    saveCompanyPicture: async ({ kind, picture }, { caller }) => {
      const at = clock()
      const content = await picture.bytes()
      await db.transaction().execute(async (trx) => {
        const { before, hash } = await keepPicture(trx, { kind, content, by: caller.userID, at })
        await audit(trx, caller, at, {
          action: 'TENANT_PICTURE_SAVED',
          ...pictureChange(kind, before, hash),
        })
      })
      return { done: true }
    },

    removeCompanyPicture: async ({ kind }, { caller }) => {
      await db.transaction().execute(async (trx) => {
        const gone = await trx
          .deleteFrom('companyPictures')
          .where('kind', '=', kind)
          .returning('hash')
          .executeTakeFirst()
        if (!gone) return
        await audit(trx, caller, clock(), {
          action: 'TENANT_PICTURE_REMOVED',
          ...pictureChange(kind, gone.hash, null),
        })
      })
      return { done: true }
    },

    saveLegalDraft: async ({ kind, title, sections, version }, { caller }) => {
      const at = clock()
      const values = { title, sections: JSON.stringify(sections), changedBy: caller.userID, changedAt: at }
      return db.transaction().execute(async (trx) => {
        const draft = trx.selectFrom('legalTexts').where('kind', '=', kind).where('state', '=', 'DRAFT')
        const saved =
          version === 0
            ? await trx
                .insertInto('legalTexts')
                .values({ kind, state: 'DRAFT', version: 1, publishedAt: null, publishedBy: null, ...values })
                .onConflict((conflict) => conflict.doNothing())
                .returning(['id', 'version'])
                .executeTakeFirst()
            : await trx
                .updateTable('legalTexts')
                .set({ ...values, version: version + 1 })
                .where('kind', '=', kind)
                .where('state', '=', 'DRAFT')
                .where('version', '=', version)
                .returning(['id', 'version'])
                .executeTakeFirst()
        if (!saved) {
          const other = await draft
            .leftJoin('users', 'users.id', 'legalTexts.changedBy')
            .select(['legalTexts.changedAt', 'users.displayName'])
            .executeTakeFirst()
          throw changed(other?.displayName ?? null, other?.changedAt ?? at)
        }
        await audit(trx, caller, at, {
          action: 'LEGAL_DRAFT_SAVED',
          page: PAGE,
          recordType: 'legalText',
          recordID: saved.id,
          label: `${LEGAL_KINDS[kind]}: ${title}`,
        })
        return saved
      })
    },

    publishLegal: async ({ id, version }, { caller }) => {
      const at = clock()
      const kind = await db.transaction().execute(async (trx) => {
        const draft = await trx
          .selectFrom('legalTexts')
          .where('id', '=', id)
          .where('state', '=', 'DRAFT')
          .select(['kind', 'title', 'version', 'changedAt'])
          .executeTakeFirst()
        if (!draft) throw new Refusal(404, 'record.gone', { one: 'draft' })
        await trx
          .updateTable('legalTexts')
          .set({ state: 'SUPERSEDED' })
          .where('kind', '=', draft.kind)
          .where('state', '=', 'PUBLISHED')
          .execute()
        const published = await trx
          .updateTable('legalTexts')
          .set({ state: 'PUBLISHED', publishedAt: at, publishedBy: caller.userID })
          .where('id', '=', id)
          .where('state', '=', 'DRAFT')
          .where('version', '=', version)
          .returning('id')
          .executeTakeFirst()
        if (!published) throw changed(null, draft.changedAt)
        await audit(trx, caller, at, {
          action: 'LEGAL_PUBLISHED',
          page: PAGE,
          recordType: 'legalText',
          recordID: id,
          label: `${LEGAL_KINDS[draft.kind]}: ${draft.title}`,
        })
        return draft.kind
      })
      if (kind === 'AGREEMENT') tellAgreement()
      return { done: true }
    },

    legalAcceptances: async () => {
      const rows = await db
        .selectFrom('agreementAcceptances')
        .innerJoin('users', 'users.id', 'agreementAcceptances.userID')
        .select(['users.id as userID', 'displayName', 'userName', 'lastUpdated', 'acceptedAt'])
        .orderBy('acceptedAt', 'desc')
        .orderBy('agreementAcceptances.id', 'desc')
        .limit(ACCEPTANCES_MAX)
        .execute()
      const versions = await db
        .selectFrom('legalTexts')
        .where('kind', '=', 'AGREEMENT')
        .where('publishedAt', 'is not', null)
        .select(['title', 'publishedAt'])
        .execute()
      const titles = new Map(versions.map(({ title, publishedAt }) => [iso(publishedAt ?? 0), title]))
      const present = await publishedText(db, 'AGREEMENT')
      const { missing } = await db
        .selectFrom('users')
        .where('isActive', '=', 1)
        .where('id', '>', 0)
        .where('id', 'not in', (eb) =>
          eb
            .selectFrom('agreementAcceptances')
            .select('userID')
            .where('lastUpdated', '=', present ? versionOf(present) : ''),
        )
        .select((eb) => eb.fn.countAll<number>().as('missing'))
        .executeTakeFirstOrThrow()
      return {
        rows: rows.map(({ lastUpdated, acceptedAt, ...row }) => ({
          ...row,
          title: titles.get(lastUpdated) ?? '',
          version: lastUpdated,
          acceptedAt: iso(acceptedAt),
        })),
        missing: present ? missing : 0,
      }
    },

    agreementState: async (_input, { caller }) => {
      const present = await publishedText(db, 'AGREEMENT')
      if (!present) return { asked: null }
      const lastUpdated = versionOf(present)
      const accepted = await acceptedBy(caller.userID, lastUpdated)
      if (accepted && !accepted.isOver) return { asked: null }
      const { id, title, sections } = present
      const after = accepted ? iso(accepted.endsAt) : lastUpdated
      return { asked: { id, title, lastUpdated, after, sections: sectionsOf(sections) } }
    },

    acceptAgreement: async ({ id }, { caller: { userID } }) => {
      const present = await publishedText(db, 'AGREEMENT')
      if (present?.id !== id) throw new Refusal(409, 'legal.newer')
      const lastUpdated = versionOf(present)
      const before = await acceptedBy(userID, lastUpdated)
      if (before && !before.isOver) return { done: true }
      // Of two windows that accept at once, one is listed.
      await db
        .insertInto('agreementAcceptances')
        .values({
          userID,
          lastUpdated,
          round: before ? before.round + 1 : 0,
          acceptedAt: clock(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return { done: true }
    },
  }
}
