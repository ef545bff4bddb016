import { agedUpTo, RETENTION_KEYS } from '#shared/domain/retention.ts'
import { settingOf } from '#shared/settings/registry.ts'
import type { AuditChain } from '../audit/audit-chain.ts'
import type { BackgroundService } from '../background-services/service.ts'
import type { Database } from '../db/database.ts'
import { dropAged } from '../recorded/policy.ts'
import { readSettings } from '../settings/settings.ts'
import { standingHolds } from './holds.ts'
import { ageSome, RETENTION_PARTS } from './rules.ts'

/** Rows that go in one transaction: others get their turn in between. */
const BATCH = 200

interface Parts {
  readonly db: Database
  readonly files: { remove(storedAs: string): Promise<void> }
  /** The audit's oldest part makes room for a signed checkpoint. */
  readonly auditChain: Pick<AuditChain, 'checkpoint'>
}

/** Deletes or anonymises what has passed its age, each night (spec 5 §6.8). */
export function retentionService({ db, files, auditChain }: Parts, batch = BATCH): BackgroundService {
  return {
    key: 'RETENTION',
    name: 'Retention',
    what: 'Deletes or anonymises records that have passed their age, but for those that a legal hold keeps.',
    schedule: { dailyAt: '01:15' },
    async run({ startedAt, signal, log }) {
      const rules = await readSettings(db, RETENTION_KEYS)
      // Readings go by their own policy, and by the general rule after it.
      const readings = await dropAged(db, startedAt, () => signal.aborted)
      if (readings > 0) log(`Readings of machines: ${readings} deleted by their policy`)
      for (const key of RETENTION_KEYS) {
        const rule = rules[key]
        const before = agedUpTo(key, rule, startedAt)
        if (key === 'retention.audit') {
          let gone = 0
          for (;;) {
            if (signal.aborted) return
            const { people } = await standingHolds(db)
            const some = await auditChain.checkpoint(before, people, batch)
            if (some === 0) break
            gone += some
            await new Promise<void>((resolve) => setImmediate(resolve))
          }
          if (gone > 0) log(`${settingOf(key).label}: ${gone} entries replaced by a signed checkpoint`)
        }
        for (const part of RETENTION_PARTS[key]) {
          let all = 0
          for (;;) {
            if (signal.aborted) return
            // Read for each batch: a hold that is placed meanwhile keeps what is left.
            const holds = await standingHolds(db)
            const removeFile = (storedAs: string) => files.remove(storedAs)
            const ageing = { before, end: rule.end, holds }
            const some = await ageSome(db, part, ageing, { most: batch, removeFile })
            if (some === 0) break
            all += some
            await new Promise<void>((resolve) => setImmediate(resolve))
          }
          if (all === 0) continue
          const done = rule.end === 'ANONYMISE' ? 'anonymised' : 'deleted'
          log(`${settingOf(key).label}: ${all} rows of ${part.table} ${done}`)
        }
      }
    },
  }
}
