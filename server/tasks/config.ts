import type { TaskConfig, TaskStatus } from '#shared/contract/settings-entities.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { deploymentSetting } from '../settings/deployment-settings.ts'

/** Templates, prefixes and lists of this installation. */
export const taskConfigOf = (db: Database): Promise<TaskConfig> => deploymentSetting(db, 'taskConfig')

/** The status of that name, or the first where none is named. @throws Refusal 400 for a name that isn't on the list */
export function statusCalled({ statuses }: TaskConfig, name: string): TaskStatus {
  const found = name === '' ? statuses[0] : statuses.find((status) => status.name === name)
  if (!found) throw new Refusal(400, 'task.noStatus')
  return found
}

/** @throws Refusal 400 where the prefix is none, or another project's */
export function requirePrefix({ prefixes }: TaskConfig, prefixID: number | null, projectID: number): void {
  if (prefixID === null) return
  const found = prefixes.find(({ id }) => id === prefixID)
  if (!found || (found.projectID !== null && found.projectID !== projectID))
    throw new Refusal(400, 'task.noPrefix')
}

interface Planned {
  readonly eventStart: number
  readonly eventEnd: number
  readonly dueDate: number
}

/** @throws Refusal 400 for an end before the start and, where prefixes are configured, a start after the due date (spec 3 §5) */
export function requireOrder({ prefixes }: TaskConfig, { eventStart, eventEnd, dueDate }: Planned): void {
  if (eventStart > eventEnd) throw new Refusal(400, 'task.endBeforeStart')
  if (prefixes.length > 0 && eventStart > dueDate) throw new Refusal(400, 'task.dueBeforeStart')
}

/** @throws Refusal 400 for a sprint or milestone that isn't on a list that there is; without a list any will do */
export function requireListed(
  config: TaskConfig,
  fields: { sprint?: string | undefined; milestone?: string | undefined },
): void {
  const isOn = (list: readonly string[], value = '') =>
    value === '' || list.length === 0 || list.includes(value)
  if (!isOn(config.sprints, fields.sprint)) throw new Refusal(400, 'task.noSprint')
  if (!isOn(config.milestones, fields.milestone)) throw new Refusal(400, 'task.noMilestone')
}

/** @throws Refusal 400 for a project or a person that isn't there */
export async function requireParts(
  db: Database,
  { projectID, userID }: { readonly projectID: number; readonly userID: number },
): Promise<void> {
  const project = await db.selectFrom('projects').where('id', '=', projectID).select('id').executeTakeFirst()
  if (!project) throw new Refusal(400, 'task.noProject')
  const person = await db
    .selectFrom('users')
    .where('id', '=', userID)
    .where('isActive', '=', 1)
    .select('id')
    .executeTakeFirst()
  if (!person) throw new Refusal(400, 'task.noPerson')
}
