import './mantine-styles.ts'
import { MultiSelect } from '@mantine/core'
import type { ComponentProps } from 'react'
import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import type { OwnField } from '../records/index.ts'
import { wordsOf } from '../roles/index.ts'
import { TEXT } from './text.ts'

const OFFERED = (Object.keys(PERMISSIONS) as PermissionName[])
  .map((value) => ({ value, label: wordsOf(value) }))
  .sort((one, other) => one.label.localeCompare(other.label))

/** The audience of a form, as text: names with commas between. */
export const audienceIn = (text: unknown): string[] =>
  String(text ?? '')
    .split(',')
    .filter((name) => name !== '')

/** Whom it is for, by what they may do. */
export function Audience({ name, field, form, isReadOnly }: ComponentProps<OwnField>) {
  const chosen = audienceIn(form.values[name])
  return (
    <MultiSelect
      name={name}
      label={field.label}
      description={TEXT.audienceHint}
      placeholder={chosen.length === 0 ? TEXT.everybody : ''}
      error={form.problems[name]}
      searchable
      hidePickedOptions
      limit={50}
      comboboxProps={{ withinPortal: true }}
      nothingFoundMessage={TEXT.nothingFound}
      readOnly={isReadOnly}
      data={OFFERED}
      value={chosen}
      onChange={(values) => form.set(name, values.join(','))}
    />
  )
}
