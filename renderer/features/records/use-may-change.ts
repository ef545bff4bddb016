import { allows } from '#shared/domain/permission-rule.ts'
import { useSession } from '../../services/context.tsx'
import type { RecordsKind } from './kind.ts'

/** Whether the viewer may add and change records of the kind. */
export function useMayChange({ mayChange, save }: RecordsKind): boolean {
  return useSession(
    ({ permissions }) => save !== undefined && (mayChange === undefined || allows(permissions, mayChange)),
  )
}
