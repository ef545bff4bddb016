import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import type { TicketSettings } from '#shared/contract/ticket-entities.ts'
import { type supportSettings, updateTicket, type viewSetting } from '#shared/contract/tickets.ts'
import { ticketLabel } from '#shared/domain/tickets.ts'
import { useServices } from '../../../services/context.tsx'
import { FormActions } from '../../../ui/form/FormActions.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { TEXT } from '../text.ts'
import { useDraft } from '../use-draft.ts'
import { useWrite } from '../use-write.ts'
import {
  edited,
  hasEdits,
  overlaps,
  readEdits,
  type SettingsField,
  type SettingsFields,
  withChange,
  writeEdits,
} from './settings-edits.ts'
import styles from './TicketView.module.css'

const two = (value: number) => String(value).padStart(2, '0')

/** A time for a field of type datetime-local, in the person's own zone; '' for none. */
function toLocal(time: string | null): string {
  if (time === null) return ''
  const date = new Date(time)
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The time of such a field; null where it is empty or only half filled in. */
function fromLocal(value: string): string | null {
  const date = new Date(value)
  return value === '' || Number.isNaN(date.getTime()) ? null : date.toISOString()
}

interface SettingsFormProps {
  readonly settings: ResponseOf<typeof viewSetting>
  readonly choices: ResponseOf<typeof supportSettings>
  readonly resolved: boolean
}

const fieldsOf = ({ spec, status, effort, priority, type, dueby }: TicketSettings): SettingsFields => ({
  spec,
  status,
  effort,
  priority,
  type,
  dueby,
})

/**
 * What the person edits, which outlives the tab, the window and a reload. When another saves, what they
 * haven't touched follows, and what both did is pointed out.
 */
function useEdits(settings: SettingsFormProps['settings']) {
  const server = fieldsOf(settings)
  const draft = useDraft(`${settings.ticketID}/settings`)
  const edits = readEdits(draft.text)
  return {
    fields: edited(edits, server),
    dirty: hasEdits(edits, server),
    server,
    overlaps: overlaps(edits, server),
    set: (change: Partial<SettingsFields>) => draft.set(writeEdits(withChange(edits, server, change))),
    discard: draft.clear,
  }
}

export function SettingsForm({ settings, choices, resolved }: SettingsFormProps) {
  const { notices } = useServices()
  const write = useWrite()
  const edits = useEdits(settings)
  const { fields, set } = edits
  const save = async () => {
    const request = { ticketID: settings.ticketID, ...fields, version: settings.version }
    if (!(await write.run(updateTicket, request))) return
    edits.discard()
    notices.show('success', TEXT.saved)
  }
  const clash = (field: SettingsField) =>
    edits.overlaps.includes(field) ? { error: TEXT.setElsewhere(edits.server[field] ?? TEXT.nothing) } : {}
  // A status that comes with what is done to a ticket can stay, and can't be chosen.
  const statuses = choices.status.some(({ value }) => value === fields.status)
    ? choices.status
    : [{ value: fields.status, label: ticketLabel(fields.status) }, ...choices.status]
  // A type that was retired since stays on its ticket.
  const types = choices.ticketTypes.some(({ value }) => value === fields.type)
    ? [...choices.ticketTypes]
    : [{ value: fields.type, label: fields.type }, ...choices.ticketTypes]
  const chosen = <T extends string>(options: readonly { readonly value: T }[], value: string) =>
    options.find((option) => option.value === value)?.value

  return (
    <div className={styles.form}>
      {resolved ? <p className={styles.lead}>{TEXT.resolvedSettings}</p> : null}
      <div className={styles.fields}>
        <NativeSelect
          label={TEXT.status}
          data={[...statuses]}
          value={fields.status}
          disabled={resolved}
          {...clash('status')}
          onChange={(event) => set({ status: chosen(statuses, event.currentTarget.value) ?? fields.status })}
        />
        <NativeSelect
          label={TEXT.priority}
          data={[...choices.priority]}
          value={fields.priority}
          disabled={resolved}
          {...clash('priority')}
          onChange={(event) =>
            set({ priority: chosen(choices.priority, event.currentTarget.value) ?? fields.priority })
          }
        />
        <NativeSelect
          label={TEXT.type}
          data={types}
          value={fields.type}
          disabled={resolved}
          {...clash('type')}
          onChange={(event) => set({ type: event.currentTarget.value as SettingsFields['type'] })}
        />
        <NativeSelect
          label={TEXT.effort}
          data={[{ value: '', label: TEXT.noEffort }, ...choices.effort]}
          value={fields.effort ?? ''}
          disabled={resolved}
          {...clash('effort')}
          onChange={(event) => set({ effort: chosen(choices.effort, event.currentTarget.value) ?? null })}
        />
        <TextInput
          label={TEXT.due}
          type="datetime-local"
          value={toLocal(fields.dueby)}
          disabled={resolved}
          {...clash('dueby')}
          onChange={(event) => set({ dueby: fromLocal(event.currentTarget.value) })}
        />
      </div>
      <Textarea
        label={TEXT.spec}
        minRows={4}
        maxRows={14}
        autosize
        value={fields.spec}
        disabled={resolved}
        {...clash('spec')}
        onChange={(event) => set({ spec: event.currentTarget.value })}
      />
      <Problem>{write.problem}</Problem>
      <FormActions>
        <span className={styles.kept} role="status">
          {edits.dirty ? TEXT.draftKept : ''}
        </span>
        {edits.dirty ? (
          <Button variant="subtle" color="gray" onClick={edits.discard}>
            {TEXT.discard}
          </Button>
        ) : null}
        <Button disabled={!edits.dirty || resolved} loading={write.busy} onClick={save}>
          {TEXT.save}
        </Button>
      </FormActions>
    </div>
  )
}
