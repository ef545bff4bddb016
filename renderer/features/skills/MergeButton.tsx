import { listSkills, mergeSkills } from '#shared/contract/skills.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { MergeInto } from '../merge-into/index.ts'
import { TEXT } from './text.ts'

interface MergeButtonProps {
  readonly record: ListedRow
  /** Told the skill that stays. */
  readonly onDone: (record: ListedRow) => void
}

/** Merges a skill into another one (spec 5 §4.6). */
export function MergeButton({ record, onDone }: MergeButtonProps) {
  const { id, version } = record
  return (
    <MergeInto
      record={{ id, name: String(record.name) }}
      text={TEXT}
      isDisabled={record.isActive === false}
      others={async (api) =>
        (
          await api.call(
            listSkills,
            {
              pageSize: 500,
              filters: [{ field: 'isActive', operator: 'IS', values: ['true'] }],
              sort: [{ field: 'name', direction: 'ASC' }],
            },
            { quiet: true },
          )
        ).rows
      }
      merge={(api, into) => api.call(mergeSkills, { id, version, into }, { quiet: true })}
      onDone={onDone}
    />
  )
}
