import { NativeSelect } from '@mantine/core'
import type { WindowChoices } from '#shared/contract/booking-windows.ts'
import { TEXT } from './text.ts'

interface Place {
  readonly location: 'OFFICE' | 'HOME'
  readonly projectID: number | null
}

interface PlaceFieldsProps {
  readonly values: Place
  readonly labels: { readonly location: string; readonly project: string }
  readonly projects: WindowChoices['projects']
  readonly set: (more: Partial<Place>) => void
}

/** Where the hours of a window or campaign are worked, and on what. */
export function PlaceFields({ values, labels, projects, set }: PlaceFieldsProps) {
  return (
    <>
      <NativeSelect
        label={labels.location}
        value={values.location}
        data={Object.entries(TEXT.locations).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) =>
          set({ location: currentTarget.value === 'HOME' ? 'HOME' : 'OFFICE' })
        }
      />
      <NativeSelect
        label={labels.project}
        value={String(values.projectID ?? '')}
        data={[
          { value: '', label: TEXT.noProject },
          ...projects.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget }) =>
          set({ projectID: currentTarget.value === '' ? null : Number(currentTarget.value) })
        }
      />
    </>
  )
}
