import type { Database } from '../db/database.ts'
import { insertRows } from './insert.ts'
import { PEOPLE, personCalled } from './people.ts'
import { USER_TYPE_OF } from './roles.ts'
import { DAY } from './timeline.ts'

type Row = readonly [
  task: string,
  responsible: string,
  action: string,
  approval: boolean,
  applyTo: string,
  by: string,
]

const ROWS: readonly Row[] = [
  ['Upload proof of the right to work', 'USER', 'UPLOAD_PDF', true, '', 'Laura Finch'],
  ['Sign the contract', 'USER', 'UPLOAD_PDF', true, '', 'Laura Finch'],
  ['Add bank details', 'USER', 'NONE', false, '', 'Ruth Okonkwo'],
  ['Read and accept the confidentiality rules', 'USER', 'NONE', false, 'INTERVIEWER', 'Tariq Mahmood'],
  ['Order a headset', 'EMPLOYER', 'NONE', false, 'INTERVIEWER', 'Laura Finch'],
  ['Confirm the assignment and the pay rate', 'AGENCY', 'UPLOAD_PDF', true, 'AGENCY', 'Tariq Mahmood'],
  ['Book the first training session', 'ANYONE', 'NONE', false, 'INTERVIEWER', 'Sandra Whittle'],
]

/** What has to be done for somebody new in the demo company. */
export async function seedOnboardingTasks(trx: Database, now: number): Promise<void> {
  const rows = ROWS.map(([task, responsible, action, approval, applyTo, by], place) => [
    task,
    responsible,
    action,
    approval ? 1 : 0,
    applyTo,
    personCalled(by).id,
    now - (60 - place) * DAY,
  ])
  await insertRows(
    trx,
    'onboardingTasks',
    ['task', 'responsible', 'actionNeeded', 'requiredApproval', 'applyTo', 'createdBy', 'createdAt'],
    rows,
  )
  await seedChecklists(trx, now)
}

/** Who has been here a while has done what needs no paper. */
async function seedChecklists(trx: Database, now: number): Promise<void> {
  const done = PEOPLE.flatMap(({ id, type }) =>
    ROWS.flatMap(([, responsible, action, , applyTo], place) =>
      responsible === 'USER' && action === 'NONE' && (applyTo === '' || applyTo === USER_TYPE_OF[type])
        ? [[id, place + 1, now - (40 - place) * DAY, id, '']]
        : [],
    ),
  )
  await insertRows(trx, 'checklistItems', ['userID', 'taskID', 'completedAt', 'actionedBy', 'fileName'], done)
}
