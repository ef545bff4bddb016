import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { noPayload, timestamp } from './primitives.ts'

const SPEC = '5 §5.1'
const ROOT = '/api/admin/configuration/settings'
const permission = 'ADMIN_CAN_EDIT_SETTINGS'

const key = z.string().check(z.minLength(1), z.maxLength(100))
/** The history's newest entry of a setting; 0 where it was never changed. */
const version = z.int().check(z.nonnegative())

const shownSetting = z.object({
  key,
  /** What holds; its form is the setting's (shared/settings/registry.ts). */
  value: z.unknown(),
  /** What holds where nobody changed it: the product's default, or this server's options'. */
  usual: z.unknown(),
  /** Whether somebody chose the value. */
  isOwn: z.boolean(),
  version,
  /** Null where nobody did, or they are known no more. */
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(timestamp),
})
export type ShownSetting = z.output<typeof shownSetting>

export const allSettings = call({
  path: `${ROOT}/all`,
  request: noPayload,
  response: z.object({ settings: z.array(shownSetting) }),
  summary: 'Every setting of the installation with its value, and who changed it when.',
  spec: SPEC,
  permission,
})

export const saveSettings = call({
  path: `${ROOT}/save`,
  request: z.object({
    changes: z
      .array(
        z.object({
          key,
          /** Null: the default again. */
          value: z.unknown(),
          /** The version that was seen; 409 where it changed since. */
          version,
        }),
      )
      .check(z.minLength(1), z.maxLength(200)),
    /** Whether text that is hard to read is wanted; 409 without it. */
    acceptsContrast: z.optional(z.boolean()),
  }),
  response: z.object({ changed: z.array(key) }),
  summary: 'Saves settings, all or none: one wrong value changes none and is named.',
  spec: SPEC,
  permission,
})

const settingEntry = z.object({
  id: z.int(),
  /** Null where the default held. */
  before: z.unknown(),
  after: z.unknown(),
  changedBy: z.nullable(z.string()),
  changedAt: timestamp,
})
export type SettingEntry = z.output<typeof settingEntry>

export const settingHistory = call({
  path: `${ROOT}/history`,
  request: z.object({ key }),
  response: z.object({ entries: z.array(settingEntry) }),
  summary: 'The last 200 changes of a setting, the newest first.',
  spec: SPEC,
  permission,
})

/** A file of settings. Nothing in it is secret. */
const settingsFile = z.object({
  kind: z.literal('fieldwork-settings'),
  company: z.string(),
  exportedAt: timestamp,
  /** Values by key. */
  settings: z.record(z.string(), z.unknown()),
})
export type SettingsFile = z.output<typeof settingsFile>

export const exportSettings = call({
  path: `${ROOT}/export`,
  request: noPayload,
  response: settingsFile,
  summary: 'All settings as a file, without secrets.',
  spec: SPEC,
  permission,
})

export const importSettings = call({
  path: `${ROOT}/import`,
  request: z.object({
    file: settingsFile,
    /** Whether it only says what would change. */
    isDryRun: z.boolean(),
    /** Of the dry run: the version of each setting that it changes; 409 where one is otherwise by now. */
    versions: z._default(z.record(z.string(), version), {}),
    acceptsContrast: z.optional(z.boolean()),
  }),
  response: z.object({
    changes: z.array(z.object({ key, before: z.unknown(), after: z.unknown(), version })),
    /** Settings that this version doesn't have; they are left out. */
    unknown: z.array(z.string()),
    /** What is wrong, by label; nothing is imported then. */
    wrong: z.array(z.object({ label: z.string(), fault: z.string() })),
    isDone: z.boolean(),
  }),
  summary: 'Takes the settings of a file, all or none, or says what that would change.',
  spec: SPEC,
  permission,
})
