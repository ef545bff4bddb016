import { Button, Textarea, TextInput } from '@mantine/core'
import {
  IconArrowLeft,
  IconCash,
  IconClipboardText,
  IconDeviceDesktop,
  IconHeadset,
  IconHelpCircle,
  IconKey,
  IconNetwork,
  IconPhoneCall,
  IconTag,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { TicketQuestion, TicketType, UsualTicketType } from '#shared/domain/ticket-guide.ts'
import { useServices } from '../../../services/context.tsx'
import { FormActions } from '../../../ui/form/FormActions.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { RAISE_TEXT, TEXT } from '../text.ts'
import { useQuestions, useTypes } from '../use-types.ts'
import styles from './Raise.module.css'
import { useRaise } from './use-raise.ts'

const ICONS: Readonly<Record<UsualTicketType, typeof IconKey>> = {
  'Headset and sound': IconHeadset,
  'VPN and network': IconNetwork,
  Dialler: IconPhoneCall,
  'Survey tool': IconClipboardText,
  'Sign-in and access': IconKey,
  'Pay and hours': IconCash,
  Computer: IconDeviceDesktop,
  Other: IconHelpCircle,
}

const iconOf = (type: TicketType): typeof IconKey =>
  (ICONS as Readonly<Record<string, typeof IconKey>>)[type] ?? IconTag

/** First what it is about, then the questions of the guide one by one, then the person's own words. */
export function RaiseForm({ about, onClose }: { about: TicketType | null; onClose: () => void }) {
  const { dialogs } = useServices()
  const types = useTypes()
  const raise = useRaise(about, types, useQuestions(), (ticketID) => {
    onClose()
    dialogs.open('tickets', { ticketID })
  })
  const { type, steps, answers } = raise
  if (type === null) return <Types types={types} onChoose={raise.choose} />
  const asked = steps[answers.length]
  return (
    <div className={styles.raise}>
      <Button
        size="compact-sm"
        variant="subtle"
        className={styles.back ?? ''}
        leftSection={<IconArrowLeft size={16} />}
        onClick={() => raise.choose(null)}
      >
        {RAISE_TEXT.back}
      </Button>
      <h3 className={styles.type}>{type}</h3>
      <ol className={styles.answered}>
        {steps.slice(0, answers.length).map((step, place) => (
          <li key={step.message}>
            <span>{step.message}</span>
            <strong>{answers[place] === '' ? TEXT.noAnswer : answers[place]}</strong>
            <button
              type="button"
              aria-label={RAISE_TEXT.changeAnswer(step.message)}
              onClick={() => raise.goBackTo(place)}
            >
              {RAISE_TEXT.change}
            </button>
          </li>
        ))}
      </ol>
      {asked ? (
        <Question
          key={asked.message}
          step={asked}
          heading={RAISE_TEXT.step(answers.length + 1, steps.length)}
          onAnswer={raise.answer}
        />
      ) : (
        <Message raise={raise} />
      )}
    </div>
  )
}

interface TypesProps {
  readonly types: readonly TicketType[]
  readonly onChoose: (type: TicketType) => void
}

function Types({ types, onChoose }: TypesProps) {
  return (
    <div className={styles.raise}>
      <p className={styles.lead}>{RAISE_TEXT.lead}</p>
      <div className={styles.types}>
        {types.map((type) => {
          const Icon = iconOf(type)
          return (
            <button key={type} type="button" onClick={() => onChoose(type)}>
              <Icon size={22} stroke={1.6} aria-hidden="true" />
              {type}
            </button>
          )
        })}
      </div>
    </div>
  )
}

interface QuestionProps {
  readonly step: TicketQuestion
  readonly heading: string
  readonly onAnswer: (value: string) => void
}

function Question({ step, heading, onAnswer }: QuestionProps) {
  const [text, setText] = useState('')
  return (
    <fieldset className={styles.question}>
      <legend>
        <small>{heading}</small>
        {step.message}
      </legend>
      {step.options.length > 0 ? (
        <div className={styles.options}>
          {step.options.map((option, place) => (
            <button key={option} type="button" data-autofocus={place === 0} onClick={() => onAnswer(option)}>
              {option}
            </button>
          ))}
        </div>
      ) : (
        <form
          className={styles.own}
          onSubmit={(event) => {
            event.preventDefault()
            onAnswer(text.trim())
          }}
        >
          <TextInput
            aria-label={RAISE_TEXT.answer}
            placeholder={RAISE_TEXT.answer}
            maxLength={500}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" variant="light">
            {text.trim() === '' ? RAISE_TEXT.skip : RAISE_TEXT.next}
          </Button>
        </form>
      )}
    </fieldset>
  )
}

function Message({ raise }: { raise: ReturnType<typeof useRaise> }) {
  return (
    <>
      <Textarea
        label={RAISE_TEXT.message}
        description={RAISE_TEXT.messageHint}
        minRows={4}
        maxRows={12}
        autosize
        value={raise.message}
        onChange={(event) => raise.write(event.currentTarget.value)}
      />
      <Problem>{raise.problem}</Problem>
      <FormActions>
        <Button loading={raise.busy} onClick={() => void raise.send()}>
          {RAISE_TEXT.send}
        </Button>
      </FormActions>
    </>
  )
}
