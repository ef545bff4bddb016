import { NativeSelect } from '@mantine/core'
import { SERIES_SCOPES, type SeriesScope } from '#shared/domain/calendar.ts'
import { TEXT } from './text.ts'

interface ScopeProps {
  readonly scope: SeriesScope
  readonly onChange: (scope: SeriesScope) => void
}

/** Which meetings of a series are meant. */
export function Scope({ scope, onChange }: ScopeProps) {
  return (
    <NativeSelect
      aria-label={TEXT.which}
      data={SERIES_SCOPES.map((value) => ({ value, label: TEXT.scopes[value] }))}
      value={scope}
      onChange={(event) => onChange(event.currentTarget.value as SeriesScope)}
    />
  )
}
