import type { QcForm } from '#shared/contract/qc.ts'
import type { QcItem, QcKind } from '#shared/domain/quality.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'

export const itemsOf = (json: string): QcItem[] => JSON.parse(json) as QcItem[]

/** Forms with their versions, the newest first. @param id of one; all where it is absent */
export async function formsOf(db: Database, id?: number): Promise<QcForm[]> {
  const forms = await db
    .selectFrom('qcForms')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('nameKey')
    .select(['id', 'name', 'kind', 'revision'])
    .execute()
  const versions = await db
    .selectFrom('qcFormVersions')
    .where('formID', 'in', [0, ...forms.map((form) => form.id)])
    .orderBy('version', 'desc')
    .select(['formID', 'version', 'status', 'items'])
    .execute()
  const used = await db
    .selectFrom('qcReviews')
    .where('formID', 'in', [0, ...forms.map((form) => form.id)])
    .groupBy(['formID', 'formVersion'])
    .select((eb) => ['formID', 'formVersion', eb.fn.countAll<number>().as('count')])
    .execute()
  const usesOf = new Map(used.map((one) => [`${one.formID} ${one.formVersion}`, Number(one.count)]))
  const of = Map.groupBy(versions, ({ formID }) => formID)
  return forms.map((form) => ({
    ...form,
    versions: (of.get(form.id) ?? []).map(({ version, status, items }) => ({
      ...{ version, status, items: itemsOf(items) },
      reviews: usesOf.get(`${form.id} ${version}`) ?? 0,
    })),
  }))
}

/** @throws Refusal 404 where there is none */
export async function formOf(db: Database, id: number): Promise<QcForm> {
  const [form] = await formsOf(db, id)
  if (!form) throw new Refusal(404, 'record.gone', { one: 'form' })
  return form
}

interface Wanted {
  readonly kind: QcKind
  /** The one that is asked for; null for the project's, else the first of the kind. */
  readonly formID: number | null
  readonly projectID: number
}

/**
 * By which form, in its active version, a review begins now. @throws Refusal 404 where the form that is asked for
 * isn't active, 400 where no form of the kind is
 */
export async function formFor(
  db: Database,
  { kind, formID, projectID }: Wanted,
): Promise<{ readonly formID: number; readonly formVersion: number }> {
  const active = await db
    .selectFrom('qcFormVersions as v')
    .innerJoin('qcForms as f', 'f.id', 'v.formID')
    .where('v.status', '=', 'ACTIVE')
    .orderBy('f.id')
    .select(['v.formID', 'v.version as formVersion', 'f.kind'])
    .execute()
  if (formID !== null) {
    const asked = active.find((one) => one.formID === formID)
    if (!asked) throw new Refusal(404, 'record.gone', { one: 'form' })
    return asked
  }
  const project = await db
    .selectFrom('projects')
    .where('id', '=', projectID)
    .select('qcFormID')
    .executeTakeFirst()
  const found =
    active.find((one) => one.formID === project?.qcFormID && one.kind === kind) ??
    active.find((one) => one.kind === kind)
  if (!found) throw new Refusal(400, 'qc.noForm')
  return found
}
