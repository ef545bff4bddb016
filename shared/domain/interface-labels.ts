import type { InterfaceLabels } from '../contract/settings-entities.ts'

/** The wording that an installation begins with (spec 1 §3). */
export const DEFAULT_INTERFACE_LABELS: InterfaceLabels = {
  projectManagement: { epic: 'Epic/Client', story: 'Story/Project' },
  jobOrder: {
    name: 'Job order',
    customer: 'Customer',
    status: 'Status',
    subStatus: 'Sub-status',
    type: 'Type',
    startDate: 'Start date',
    dueDate: 'Due date',
    owner: 'Owner',
    notes: 'Notes',
  },
}
