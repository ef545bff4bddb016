import type { DialogName } from '../../services/notices/dialogs.ts'
import { NoContentDialog } from '../../ui/NoContentDialog.tsx'
import type { DialogProps } from './registry.ts'

/** Dialogs whose content no document describes (spec 1 §2.8), by what they are called. */
const TITLES: { readonly [N in DialogName]?: string } = {
  coaching: 'Coaching',
  quests: 'Quests',
  'send-message': 'Send message',
  'job-order': 'Job order',
  project: 'Project',
  polls: 'Polls',
  'qc-logs': 'QC logs',
}

/** A dialog that has nothing in it: one of those above, or the entry that `params` names. */
export function PlainDialog({
  name,
  params,
  opened,
  onClose,
}: DialogProps<{ readonly name: string } | undefined>) {
  return <NoContentDialog title={params?.name ?? TITLES[name] ?? name} opened={opened} onClose={onClose} />
}
