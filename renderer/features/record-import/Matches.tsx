import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { importMatches, removeImportMatch, saveImportMatch } from '#shared/contract/data-imports.ts'
import { type FileKind, MATCH_NAME_MAX } from '#shared/domain/project-files.ts'
import { useServices } from '../../services/context.tsx'
import styles from './RecordImport.module.css'
import { TEXT } from './text.ts'

type Columns = readonly (string | null)[]
type Meanings = Readonly<Record<string, string>>

interface MatchesProps {
  readonly kind: FileKind
  readonly headings: readonly string[]
  readonly columns: Columns
  readonly meanings: Meanings
  readonly onChoose: (columns: Columns, meanings: Meanings) => void
}

const keyOf = (heading: string) => heading.trim().toLowerCase()

/** Matches of columns that were saved under a name: chosen, saved, forgotten (spec 4 §3.3). */
export function Matches({ kind, headings, columns, meanings, onChoose }: MatchesProps) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const [chosen, setChosen] = useState('')
  const [name, setName] = useState('')
  const KEY = ['import-matches', kind]
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(importMatches, { kind }, { quiet: true, signal }),
  })
  const matches = data?.matches ?? []
  const again = () => client.invalidateQueries({ queryKey: KEY })
  const choose = (id: string) => {
    setChosen(id)
    const match = matches.find((one) => String(one.id) === id)
    if (!match) return
    setName(match.name)
    onChoose(
      headings.map((heading, at) => {
        const known = match.columns[keyOf(heading)]
        return known === undefined ? (columns[at] ?? null) : known || null
      }),
      match.outcomes,
    )
  }
  const save = async () => {
    const match = {
      ...{ kind, name, outcomes: { ...meanings } },
      columns: Object.fromEntries(headings.map((heading, at) => [keyOf(heading), columns[at] ?? ''])),
    }
    // Why it couldn't be is told by itself.
    await api.call(saveImportMatch, match).then(
      ({ id }) => {
        setChosen(String(id))
        notices.show('success', TEXT.matchSaved(name))
      },
      () => {},
    )
    await again()
  }
  const remove = async () => {
    await api.call(removeImportMatch, { id: Number(chosen) }).then(
      () => setChosen(''),
      () => {},
    )
    await again()
  }
  return (
    <div className={styles.matches}>
      {matches.length > 0 ? (
        <NativeSelect
          size="xs"
          label={TEXT.matches}
          value={chosen}
          data={[
            { value: '', label: '' },
            ...matches.map((one) => ({ value: String(one.id), label: one.name })),
          ]}
          onChange={({ currentTarget: { value } }) => choose(value)}
        />
      ) : null}
      <TextInput
        size="xs"
        label={TEXT.matchName}
        maxLength={MATCH_NAME_MAX}
        value={name}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <Button size="xs" variant="default" disabled={name.trim() === ''} onClick={() => void save()}>
        {TEXT.saveMatch}
      </Button>
      {chosen === '' ? null : (
        <Button size="xs" variant="subtle" color="red" onClick={() => void remove()}>
          {TEXT.removeMatch}
        </Button>
      )}
    </div>
  )
}
