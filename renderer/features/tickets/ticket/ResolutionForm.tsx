import { Button, Checkbox, Menu, Textarea, TextInput } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Ticket } from '#shared/contract/ticket-entities.ts'
import { resolveHelpRequest } from '#shared/contract/tickets.ts'
import { type AnswerTemplate, answerFor } from '#shared/domain/ticket-guide.ts'
import { defaultReplySubject, resolutionProblem, TICKET_TEXT } from '#shared/domain/tickets.ts'
import { useServices } from '../../../services/context.tsx'
import { FormActions } from '../../../ui/form/FormActions.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { TEXT } from '../text.ts'
import { useDraft } from '../use-draft.ts'
import { useAnswers } from '../use-types.ts'
import { useWrite } from '../use-write.ts'
import styles from './TicketView.module.css'

/** Resolves a ticket with a reply to whoever raised it (spec 3 §5). Ctrl+Enter sends it, with Shift on to the next. */
export function ResolutionForm({ ticket, onNext }: { ticket: Ticket; onNext: () => void }) {
  const { notices } = useServices()
  const subject = useDraft(`${ticket.id}/subject`, defaultReplySubject(ticket.id))
  const body = useDraft(`${ticket.id}/body`)
  const internal = useDraft(`${ticket.id}/internal`)
  const [sendEmail, setSendEmail] = useState(false)
  const write = useWrite()
  const answers = useAnswers()
  const comment = useRef<HTMLTextAreaElement>(null)
  /** A template was chosen from the menu, which gives the focus back when it has gone. */
  const hasChosen = useRef(false)

  const send = async (then: 'stay' | 'next') => {
    const problem = resolutionProblem({ subject: subject.text, body: body.text })
    if (problem !== null) return write.setProblem(problem)
    const done = await write.run(resolveHelpRequest, {
      id: ticket.id,
      subject: subject.text,
      body: body.text,
      sendEmail,
      internalComment: internal.text,
      interviewerNameID: ticket.interviewerNameID,
      userLoginID: ticket.userLoginID,
      version: ticket.version,
    })
    if (!done) return
    for (const draft of [subject, body, internal]) draft.clear()
    notices.show('success', TEXT.resolved(ticket.id))
    if (then === 'next') onNext()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void send(event.shiftKey ? 'next' : 'stay')
  }
  const toComment = () => {
    if (hasChosen.current) comment.current?.focus()
    hasChosen.current = false
  }
  /** After what is there already, so that nothing is lost. */
  const insert = (answer: AnswerTemplate) => {
    hasChosen.current = true
    body.set([body.text.trimEnd(), answerFor(answer, ticket)].filter((text) => text !== '').join('\n\n'))
  }
  const kept = [body.text, internal.text].some((text) => text !== '')

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the buttons inside
    <div className={styles.form} onKeyDown={onKeyDown}>
      <TextInput
        label={TEXT.subject}
        value={subject.text}
        error={write.problem === TICKET_TEXT.enterSubject}
        onChange={(event) => subject.set(event.currentTarget.value)}
      />
      {answers.length > 0 ? (
        <Menu position="bottom-start" onExitTransitionEnd={toComment}>
          <Menu.Target>
            <Button className={styles.templates ?? ''} variant="subtle" size="compact-xs">
              {TEXT.templates}
            </Button>
          </Menu.Target>
          <Menu.Dropdown className={styles.templateList ?? ''}>
            {answers.map((answer) => (
              <Menu.Item key={answer.name} onClick={() => insert(answer)}>
                {answer.name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
      <Textarea
        ref={comment}
        label={TEXT.comment}
        description={TEXT.commentHint(ticket.interviewerName)}
        minRows={5}
        maxRows={14}
        autosize
        value={body.text}
        error={write.problem === TICKET_TEXT.enterComment}
        onChange={(event) => body.set(event.currentTarget.value)}
      />
      <Textarea
        label={TEXT.internal}
        description={TEXT.internalHint}
        minRows={2}
        maxRows={8}
        autosize
        value={internal.text}
        onChange={(event) => internal.set(event.currentTarget.value)}
      />
      <Checkbox
        label={TEXT.sendEmail}
        checked={sendEmail}
        onChange={(event) => setSendEmail(event.currentTarget.checked)}
      />
      <Problem>{write.problem}</Problem>
      <FormActions className={styles.buttons}>
        <span className={styles.kept} role="status">
          {kept ? TEXT.draftKept : ''}
        </span>
        <Button variant="default" disabled={write.busy} onClick={() => void send('next')}>
          {TEXT.resolveAndNext}
          <kbd>Ctrl ⇧ ↵</kbd>
        </Button>
        <Button loading={write.busy} onClick={() => void send('stay')}>
          {TEXT.resolve}
          <kbd>Ctrl ↵</kbd>
        </Button>
      </FormActions>
    </div>
  )
}
