import type { BackgroundService } from '../background-services/service.ts'
import type { AuditChain } from './audit-chain.ts'

/** Signs the audit's chain once a day (spec 5 §5.6). */
export function auditRootService(chain: AuditChain): BackgroundService {
  return {
    key: 'AUDIT_ROOT',
    name: 'Audit root',
    what: 'Signs where the audit’s chain ends, and writes that beside the database.',
    schedule: { dailyAt: '00:10' },
    async run({ log }) {
      await chain.tend()
      log(`${await chain.signRoot()} entries`)
    },
  }
}
