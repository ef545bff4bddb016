import * as z from 'zod/mini'
import { isSafeColour, THEME_VARIABLES } from '../domain/style-settings.ts'
import { DEFAULT_TASK_STATUSES, TASK_STATUS_KINDS } from '../domain/task-lists.ts'
import { recordID, timestamp } from './primitives.ts'

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const flag = z.boolean()

/** A plain colour: nothing that would make a stylesheet fetch or compute. */
const colour = z.string().check(z.refine(isSafeColour, { error: 'Colours are hex, rgb() or hsl() values' }))

const style = z.object({ colour, background: colour })
/** Colours for each value of one field, by the value's name. */
const styles = z.record(text(60), style)

/** The style settings of one theme (spec 1 §3, §7): colours of the product and of values. */
export const styleSettings = z.object({
  /** Colours that differ from the product's own, by role. */
  variables: z.partialRecord(z.enum(THEME_VARIABLES), colour),
  trackerActivities: styles,
  tasks: z.object({ status: styles, priority: styles }),
  events: z.object({ state: styles, type: styles }),
  jobOrders: z.object({ status: styles, subStatus: styles, type: styles, combinations: styles }),
})
export type StyleSettings = z.output<typeof styleSettings>

/** The smallest screen that the work is done on, in pixels. */
export const screenThresholds = z.object({
  minimumWidth: z.int().check(z.minimum(320), z.maximum(7680)),
  minimumHeight: z.int().check(z.minimum(240), z.maximum(4320)),
})
export type ScreenThresholds = z.output<typeof screenThresholds>

/** A project's target: completed interviews in all, and an hour. */
export const projectTargets = z.array(
  z.object({
    projectID: recordID,
    projectName: text(200),
    interviews: z.int().check(z.nonnegative()),
    interviewsPerHour: z.number().check(z.nonnegative()),
  }),
)
export type ProjectTargets = z.output<typeof projectTargets>

const notificationSetting = z.object({
  isEnabled: flag,
  notifyWhenOfflineOnly: flag,
  notifyOnlyWhenMentioned: flag,
})

/** How a person is told of messages (spec 1 §3, 2 §3). */
export const audioSetting = z.object({
  newMessageSound: z.enum(['ALL', 'MENTIONED', 'NONE']),
  whatsappNotificationSetting: z.extend(notificationSetting, { forcedMentionOnly: flag }),
  emailNotificationSetting: notificationSetting,
  mobileAppNotificationSetting: notificationSetting,
  browserNotificationSetting: notificationSetting,
})
export type AudioSetting = z.output<typeof audioSetting>

/**
 * A field of a task template (spec 3 §3). A part of it that is malformed counts as left out, so that one bad
 * field doesn't make the whole configuration unreadable.
 */
const metaField = z.object({
  name: z.catch(text(100), 'Field'),
  description: z.catch(z.string(), ''),
  placeholder: z.catch(z.string(), ''),
  isMetaMandatory: z.catch(flag, false),
  dataSource: z.catch(z.string().check(z.trim(), z.maxLength(40)), ''),
  optionsValues: z.catch(z.array(z.string()), []),
})

/** A template of tasks (spec 3 §3). */
export const taskTemplate = z.object({
  id: recordID,
  name: text(100),
  sections: z.array(z.object({ name: text(100), metaDataFields: z.array(metaField) })),
})
export type TaskTemplate = z.output<typeof taskTemplate>

/** What a task's name may begin with, such as 'QC'; `projectID` null is for every project. */
const taskPrefix = z.object({ id: recordID, text: text(20), projectID: z.nullable(recordID) })

/** A status and its kind, by which tasks are counted and sorted; see domain/task-lists.ts. */
const taskStatus = z.object({ name: text(60), kind: z.enum(TASK_STATUS_KINDS) })
export type TaskStatus = z.output<typeof taskStatus>

/** Templates and prefixes are spec 3 §3; the lists that a task's other fields choose from are ours. */
export const taskConfig = z.object({
  templates: z.array(taskTemplate),
  prefixes: z.array(taskPrefix),
  /** In the order in which work passes through them; never empty. */
  statuses: z._default(z.array(taskStatus).check(z.minLength(1)), [...DEFAULT_TASK_STATUSES]),
  sprints: z._default(z.array(text(100)), []),
  milestones: z._default(z.array(text(100)), []),
})
export type TaskConfig = z.output<typeof taskConfig>

/** Spec 1 §3. */
export const jobOrderConfig = z.object({ statuses: z.array(text(60)), types: z.array(text(60)) })
export type JobOrderConfig = z.output<typeof jobOrderConfig>

const label = text(60)

/** Wording of the interface that a deployment may change (spec 1 §3). */
export const interfaceLabels = z.object({
  projectManagement: z.object({ epic: label, story: label }),
  /** The fields of a job order. */
  jobOrder: z.object({
    name: label,
    customer: label,
    status: label,
    subStatus: label,
    type: label,
    startDate: label,
    dueDate: label,
    owner: label,
    notes: label,
  }),
})
export type InterfaceLabels = z.output<typeof interfaceLabels>

/** A version such as '1.2.0'; '' where no version is required. */
const version = z.string().check(z.regex(/^(\d{1,5}(\.\d{1,5}){0,3})?$/, 'A version is numbers and dots'))

/** All settings that belong to the installation, not to a person, by name. */
export const deploymentSettings = {
  themeLight: styleSettings,
  themeDark: styleSettings,
  screenThresholds,
  projectTargets,
  taskConfig,
  jobOrderConfig,
  interfaceLabels,
  /** Older desktop clients are warned (spec 1 §5). */
  minimumDesktopClient: version,
} as const
export type DeploymentSettingName = keyof typeof deploymentSettings
export type DeploymentSetting<N extends DeploymentSettingName> = z.output<(typeof deploymentSettings)[N]>

/** An account of the person's with another workforce service (spec 3 §3). */
export const externalAccount = z.object({
  id: recordID,
  serviceName: text(100),
  userName: text(200),
  lastUpdatedTime: timestamp,
})
export type ExternalAccount = z.output<typeof externalAccount>
