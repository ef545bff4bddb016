import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flagAreas, raiseFlag } from '#shared/contract/system-flags.ts'
import { momentOfField } from '#shared/domain/london-time.ts'
import {
  FLAG_SEVERITIES,
  FLAG_TEXT_MAX,
  FLAG_TITLE_MAX,
  type FlagSeverity,
} from '#shared/domain/system-flags.ts'
import { useServices } from '../../services/context.tsx'
import { FlagDialog } from './FlagDialog.tsx'
import { TEXT } from './text.ts'

const EMPTY = {
  title: '',
  severity: 'WARNING',
  message: '',
  whatToDo: '',
  areaID: '',
  projectID: '',
  endsAt: '',
}

/** It is about an area or a project: choosing one lets go of the other. */
const OTHER: Partial<Record<keyof typeof EMPTY, Partial<typeof EMPTY>>> = {
  areaID: { projectID: '' },
  projectID: { areaID: '' },
}
const idOf = (value: string) => (value === '' ? null : Number(value))

/** Raises a flag by hand. */
export function RaiseDialog({ onClose, onRaised }: { onClose: () => void; onRaised: () => void }) {
  const { api } = useServices()
  const [values, setValues] = useState(EMPTY)
  const { data } = useQuery({
    queryKey: ['system-flags', 'areas'],
    queryFn: () => api.call(flagAreas, undefined, { quiet: true }),
  })
  const field = (name: keyof typeof EMPTY) => ({
    name,
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((before) => ({ ...before, [name]: value, ...(value !== '' && OTHER[name]) }))
    },
  })
  const raise = async () => {
    await api.call(
      raiseFlag,
      {
        ...values,
        severity: values.severity as FlagSeverity,
        areaID: idOf(values.areaID),
        projectID: idOf(values.projectID),
        endsAt: values.endsAt === '' ? null : new Date(momentOfField(values.endsAt)).toISOString(),
      },
      { quiet: true },
    )
    onRaised()
  }
  return (
    <FlagDialog
      title={TEXT.raiseTitle}
      action={TEXT.raise}
      done={TEXT.raised}
      isReady={values.title.trim() !== '' && values.message.trim() !== ''}
      onClose={onClose}
      run={raise}
    >
      <TextInput data-autofocus required label={TEXT.flag} maxLength={FLAG_TITLE_MAX} {...field('title')} />
      <NativeSelect
        label={TEXT.severity}
        data={Object.entries(FLAG_SEVERITIES).map(([value, label]) => ({ value, label }))}
        {...field('severity')}
      />
      <Textarea
        required
        autosize
        minRows={2}
        label={TEXT.message}
        maxLength={FLAG_TEXT_MAX}
        {...field('message')}
      />
      <Textarea autosize minRows={2} label={TEXT.whatToDo} maxLength={FLAG_TEXT_MAX} {...field('whatToDo')} />
      <NativeSelect
        label={TEXT.area}
        data={[
          { value: '', label: TEXT.everywhere },
          ...(data?.areas ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        {...field('areaID')}
      />
      <NativeSelect
        label={TEXT.project}
        data={[
          { value: '', label: TEXT.noProject },
          ...(data?.projects ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        {...field('projectID')}
      />
      <TextInput type="datetime-local" label={TEXT.end} description={TEXT.endHint} {...field('endsAt')} />
    </FlagDialog>
  )
}
