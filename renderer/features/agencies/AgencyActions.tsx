import { Button } from '@mantine/core'
import { endAgency, listAgencies, mergeAgencies } from '#shared/contract/agencies.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { MergeInto } from '../merge-into/index.ts'
import { TEXT } from './text.ts'

interface ActionsProps {
  readonly record: ListedRow
  readonly onDone: (record: ListedRow, isTold?: boolean) => void
}

/** Merges an agency into another one, or ends it (spec 5 §4.4, §8). */
export function AgencyActions({ record, onDone }: ActionsProps) {
  const { api, notices, prompts } = useServices()
  const { id, version, status } = record
  const name = String(record.name)
  const hasEnded = status === 'ENDED'
  const end = async () => {
    const question = { title: TEXT.endTitle(name), text: TEXT.endText, yes: TEXT.doEnd, no: TEXT.cancel }
    if (!(await prompts.ask(question))) return
    try {
      onDone(await api.call(endAgency, { id, version }, { quiet: true }))
    } catch (error) {
      notices.show('error', refusalOf(error))
    }
  }
  return (
    <>
      <MergeInto
        record={{ id, name }}
        text={TEXT}
        isDisabled={hasEnded}
        others={async (client) =>
          (
            await client.call(
              listAgencies,
              {
                pageSize: 500,
                filters: [{ field: 'status', operator: 'ANY_OF', values: ['ACTIVE', 'SUSPENDED'] }],
                sort: [{ field: 'name', direction: 'ASC' }],
              },
              { quiet: true },
            )
          ).rows
        }
        merge={(client, into) => client.call(mergeAgencies, { id, version, into }, { quiet: true })}
        onDone={(kept) => onDone(kept, true)}
      />
      <Button size="xs" variant="default" disabled={hasEnded} onClick={() => void end()}>
        {TEXT.end}
      </Button>
    </>
  )
}

/** The conversation of its people. */
export function AgencyAbout({ record }: { readonly record: ListedRow }) {
  return <p>{record.room ? TEXT.room(String(record.name)) : TEXT.noRoom}</p>
}
