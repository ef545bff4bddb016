import './mantine-styles.ts'
import { ActionIcon, Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { TOUR_STEPS_MAX, TOUR_TEXT_MAX, TOUR_TITLE_MAX } from '#shared/domain/help-center.ts'
import { tourTargets } from '#shared/domain/tour-targets.ts'
import { readTour, TOUR_SIDES, type TourPlacement, type TourStep } from '#shared/domain/tours.ts'
import { useServices } from '../../services/context.tsx'
import type { OwnField } from '../records/index.ts'
import styles from './HelpCenter.module.css'
import { TEXT } from './text.ts'

export const EMPTY_STOP: TourStep = { element: '', title: '', text: '', placement: 'AUTO' }

/** The stops of a form; they stand in it as JSON. */
export const stopsIn = (text: unknown): readonly TourStep[] =>
  typeof text === 'string' && text !== '' ? (JSON.parse(text) as TourStep[]) : []

/** The stops of a tour: what each points at and says, their order, and how they look. */
export function Stops({ name, field, form, isReadOnly }: ComponentProps<OwnField>) {
  const { dialogs } = useServices()
  const stops = stopsIn(form.values[name])
  const set = (next: readonly TourStep[]) => form.set(name, JSON.stringify(next))
  const put = (at: number, part: Partial<TourStep>) =>
    set(stops.map((stop, index) => (index === at ? { ...stop, ...part } : stop)))
  const move = (at: number, by: 1 | -1) => {
    const next = [...stops]
    next.splice(at + by, 0, ...next.splice(at, 1))
    set(next)
  }
  const shown = readTour(JSON.stringify({ steps: stops }))
  return (
    <fieldset className={styles.stops}>
      <legend>{field.label}</legend>
      {stops.map((stop, at) => (
        <Stop
          // biome-ignore lint/suspicious/noArrayIndexKey: stops have no identity but their place
          key={at}
          stop={stop}
          at={at}
          count={stops.length}
          isReadOnly={isReadOnly}
          put={(part) => put(at, part)}
          move={(by) => move(at, by)}
          remove={() => set(stops.filter((_, index) => index !== at))}
        />
      ))}
      <div className={styles.actions}>
        <Button
          size="xs"
          variant="default"
          disabled={shown.length === 0}
          onClick={() => dialogs.open('tour', { steps: shown })}
        >
          {TEXT.preview}
        </Button>
        {isReadOnly ? null : (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={15} stroke={1.8} aria-hidden="true" />}
            disabled={stops.length >= TOUR_STEPS_MAX}
            onClick={() => set([...stops, EMPTY_STOP])}
          >
            {TEXT.addStop}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

interface StopProps {
  readonly stop: TourStep
  readonly at: number
  readonly count: number
  readonly isReadOnly: boolean
  readonly put: (part: Partial<TourStep>) => void
  readonly move: (by: 1 | -1) => void
  readonly remove: () => void
}

function Stop({ stop, at, count, isReadOnly, put, move, remove }: StopProps) {
  const place = at + 1
  const targets = tourTargets().map(({ element, label }) => ({ value: element, label }))
  const isLost = stop.element !== '' && !targets.some(({ value }) => value === stop.element)
  const data = [
    { value: '', label: TEXT.noTarget },
    ...targets,
    ...(isLost ? [{ value: stop.element, label: TEXT.notInMenu(stop.element) }] : []),
  ]
  return (
    <section className={styles.stop} aria-label={TEXT.stop(place)} data-lost={isLost || undefined}>
      <header>
        <h3>{TEXT.stop(place)}</h3>
        {isReadOnly ? null : (
          <>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={TEXT.earlier(place)}
              disabled={at === 0}
              onClick={() => move(-1)}
            >
              <IconArrowUp size={16} stroke={1.8} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={TEXT.later(place)}
              disabled={place === count}
              onClick={() => move(1)}
            >
              <IconArrowDown size={16} stroke={1.8} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={TEXT.remove(place)}
              disabled={count === 1}
              onClick={remove}
            >
              <IconTrash size={16} stroke={1.8} />
            </ActionIcon>
          </>
        )}
      </header>
      <NativeSelect
        label={TEXT.target}
        data={data}
        disabled={isReadOnly}
        value={stop.element}
        onChange={(event) => put({ element: event.currentTarget.value })}
      />
      {isLost ? <p className={styles.lost}>{TEXT.lost}</p> : null}
      <TextInput
        label={TEXT.stopTitle}
        required
        maxLength={TOUR_TITLE_MAX}
        readOnly={isReadOnly}
        value={stop.title}
        onChange={(event) => put({ title: event.currentTarget.value })}
      />
      <Textarea
        label={TEXT.stopText}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={TOUR_TEXT_MAX}
        readOnly={isReadOnly}
        value={stop.text}
        onChange={(event) => put({ text: event.currentTarget.value })}
      />
      {stop.element === '' ? null : (
        <NativeSelect
          label={TEXT.placement}
          disabled={isReadOnly}
          data={TOUR_SIDES.map((value) => ({ value, label: TEXT.sides[value] }))}
          value={stop.placement}
          onChange={(event) => put({ placement: event.currentTarget.value as TourPlacement })}
        />
      )}
    </section>
  )
}
