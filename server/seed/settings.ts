import type { ProjectTargets, TaskConfig } from '#shared/contract/settings-entities.ts'
import { DEFAULT_TASK_STATUSES } from '#shared/domain/task-lists.ts'
import type { Database } from '../db/database.ts'
import { putSetting } from '../settings/settings.ts'
import { insertRows } from './insert.ts'
import { type Person, personCalled } from './people.ts'
import type { Room } from './rooms.ts'
import { DAY } from './timeline.ts'

const FIRST_TARGET = 400
const TARGET_STEP = 250

/** Targets of the projects that people talk about, by the order of their rooms. */
function targetsOf(rooms: readonly Room[]): ProjectTargets {
  return rooms
    .filter(({ source }) => source === 'PROJECT')
    .map(({ sourceID, displayLabel }, place) => ({
      projectID: sourceID,
      projectName: displayLabel,
      interviews: FIRST_TARGET + place * TARGET_STEP,
      interviewsPerHour: 1.5 + (place % 4) * 0.5,
    }))
}

const field = { description: '', placeholder: '', isMetaMandatory: false, optionsValues: [] as string[] }

const TASK_CONFIG: TaskConfig = {
  prefixes: ['QC', 'FIELD', 'DP', 'SCRIPT'].map((text, place) => ({ id: place + 1, text, projectID: null })),
  statuses: [...DEFAULT_TASK_STATUSES],
  sprints: ['Autumn 1', 'Autumn 2', 'Autumn 3'],
  milestones: ['Script signed off', 'Field start', 'Half of the interviews', 'Data delivered'],
  templates: [
    {
      id: 1,
      name: 'Script check',
      sections: [
        {
          name: 'Script',
          metaDataFields: [
            { ...field, name: 'Version', dataSource: 'TEXT', isMetaMandatory: true, placeholder: 'v1.2' },
            { ...field, name: 'Changes until', dataSource: 'DATE', description: 'The last day for changes' },
            { ...field, name: 'Routing walked through', dataSource: 'CHECKBOX' },
            { ...field, name: 'Questionnaire', dataSource: 'FILE', description: 'The signed-off version' },
          ],
        },
      ],
    },
    {
      id: 2,
      name: 'Quota review',
      sections: [
        {
          name: 'Quota',
          metaDataFields: [
            {
              ...field,
              name: 'Region',
              dataSource: 'OPTIONS',
              optionsValues: ['North', 'Midlands', 'South', 'Scotland', 'Wales'],
            },
            { ...field, name: 'What to change', dataSource: 'TEXTAREA' },
          ],
        },
      ],
    },
  ],
}

const ACCOUNTS: readonly (readonly [Person, string, string, number])[] = [
  [personCalled('Tom Hargreaves'), 'Payroll portal', 'thargreaves', 12],
  [personCalled('Priya Nair'), 'Payroll portal', 'pnair', 40],
  [personCalled('Priya Nair'), 'Shift exchange', 'priya.nair', 3],
]

/** What the demo company has set for itself, and some people's accounts elsewhere. */
export async function seedSettings(trx: Database, rooms: readonly Room[], now: number): Promise<void> {
  await putSetting(trx, 'projects.targets', targetsOf(rooms))
  await putSetting(trx, 'projects.tasks', TASK_CONFIG)
  await insertRows(
    trx,
    'externalAccounts',
    ['userID', 'serviceName', 'userName', 'updatedAt'],
    ACCOUNTS.map(([{ id }, service, userName, daysAgo]) => [id, service, userName, now - daysAgo * DAY]),
  )
}
