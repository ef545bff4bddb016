import { chainInWords } from '#shared/domain/audit-words.ts'
import type { BackgroundService } from '../background-services/service.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { clearFlag, raiseFlag } from '../flags/system-flags.ts'
import type { AuditChain } from './audit-chain.ts'
import type { SignedPoint } from './audit-key.ts'

interface Parts {
  readonly db: Database
  readonly clock: Clock
  readonly auditChain: AuditChain
  readonly keptRoots: () => readonly SignedPoint[]
}

/** Checks the audit's chain once a day and signs where it ends (spec 5 §5.6, §5.12). */
export function auditRootService({ db, clock, auditChain, keptRoots }: Parts): BackgroundService {
  return {
    key: 'AUDIT_ROOT',
    name: 'Audit root',
    what: 'Checks the audit’s chain, signs where it ends, and writes that beside the database.',
    schedule: { dailyAt: '00:10' },
    async run({ log }) {
      await auditChain.tend()
      const { verdict } = await auditChain.verify(keptRoots())
      const words = chainInWords(verdict)
      log(words)
      // A broken chain isn't signed: that would make what is there now look right.
      if (!verdict.isWhole) return raiseFlag(db, 'AUDIT_BROKEN', clock(), words)
      await auditChain.signRoot()
      await clearFlag(db, 'AUDIT_BROKEN', clock())
    },
  }
}
