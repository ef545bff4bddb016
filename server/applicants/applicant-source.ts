import type { Database } from '../db/database.ts'

const DAY_MS = 86_400_000

/**
 * Applicants as their page lists them (spec 6 §3.4), with their languages and skills as JSON. Those that became a
 * part of another aren't there.
 */
export const applicantSource = (db: Database, now: number) =>
  db
    .selectFrom('applicants as a')
    .leftJoin('agencies', 'agencies.id', 'a.agencyID')
    .leftJoin('users as owner', 'owner.id', 'a.ownerID')
    .where('a.mergedInto', 'is', null)
    .select((eb) => [
      ...(['a.id', 'a.version', 'a.name', 'a.email', 'a.mobile', 'a.address', 'a.source'] as const),
      ...(['a.agencyID', 'a.languages', 'a.skills', 'a.availability', 'a.workLocation', 'a.notes'] as const),
      'agencies.name as agencyName',
      ...(['a.stage', 'a.stageReason', 'a.mayApplyFrom', 'a.rightToWork', 'a.ownerID'] as const),
      'owner.displayName as ownerName',
      ...(['a.createdAt', 'a.consentAt'] as const),
      // Whole numbers, so that both databases divide without a rest.
      eb(eb.parens(eb(eb.lit(now), '-', eb.ref('a.stageSince'))), '/', eb.lit(DAY_MS)).as('daysInStage'),
      eb
        .case()
        .when(
          eb.exists(
            eb
              .selectFrom('applicants as b')
              .whereRef('b.id', '<>', 'a.id')
              .where('b.mergedInto', 'is', null)
              .where((or) =>
                or.or([
                  or.and([or('b.emailKey', '=', or.ref('a.emailKey')), or('a.emailKey', '<>', '')]),
                  or.and([or('b.mobileKey', '=', or.ref('a.mobileKey')), or('a.mobileKey', '<>', '')]),
                ]),
              )
              .select('b.id'),
          ),
        )
        .then(1)
        .else(0)
        .end()
        .as('isDouble'),
    ])
