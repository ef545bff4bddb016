import { ActionIcon, Button } from '@mantine/core'
import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandTwitter,
  IconDeviceMobile,
  IconHeartHandshake,
  IconHome,
  IconMail,
  IconPencil,
  IconPhone,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ContactDetail, deleteContactDetail, saveContactDetail } from '#shared/contract/profile.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { Problem } from '../../ui/Problem.tsx'
import { UndoLine } from '../../ui/UndoLine.tsx'
import { ContactForm } from './ContactForm.tsx'
import styles from './PersonalDetails.module.css'
import { detailsQuery } from './queries.ts'
import { DETAILS_TEXT } from './text.ts'

const ICONS: Readonly<Record<ContactDetail['type'], typeof IconMail>> = {
  EMAIL: IconMail,
  TELEPHONE: IconPhone,
  ADDRESS: IconHome,
  EMERGENCY_CONTACT: IconHeartHandshake,
  FACEBOOK: IconBrandFacebook,
  TWITTER: IconBrandTwitter,
  INSTAGRAM: IconBrandInstagram,
  LINKEDIN: IconBrandLinkedin,
  MOBILE: IconDeviceMobile,
}

type Editing = ContactDetail | 'new' | null

/** How a person can be reached: theirs to add, change and delete, with a way back. */
export function Contacts({ contacts }: { contacts: readonly ContactDetail[] }) {
  const mayEdit = useSession(({ permissions }) => permissions.can('CAN_EDIT_PROFILE'))
  const { api, notices } = useServices()
  const queries = useQueryClient()
  const [editing, setEditing] = useState<Editing>(null)
  const [deleted, setDeleted] = useState<ContactDetail | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const fresh = () => queries.invalidateQueries({ queryKey: detailsQuery(api).queryKey })
  const save = async (contact: Omit<ContactDetail, 'id'>, id?: number) => {
    await api.call(saveContactDetail, { ...contact, ...(id !== undefined && { id }) }, { quiet: true })
    notices.show('success', DETAILS_TEXT.saved)
    setEditing(null)
    await fresh()
  }
  const attempt = async (work: () => Promise<void>) => {
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(reasonOf(error))
    }
  }
  const remove = (contact: ContactDetail) =>
    attempt(async () => {
      await api.call(deleteContactDetail, { id: contact.id }, { quiet: true })
      setDeleted(contact)
      await fresh()
    })
  const undo = ({ id: _, ...contact }: ContactDetail) =>
    attempt(async () => {
      await save(contact)
      setDeleted(null)
    })
  return (
    <section aria-labelledby="details-contacts">
      <h3 id="details-contacts">{DETAILS_TEXT.contacts}</h3>
      <p className={styles.lead}>
        {contacts.length === 0 ? DETAILS_TEXT.noContacts : DETAILS_TEXT.contactsLead}
      </p>
      <ul className={styles.contacts} aria-labelledby="details-contacts">
        {contacts.map((contact) =>
          editing !== null && editing !== 'new' && editing.id === contact.id ? (
            <li key={contact.id}>
              <ContactForm
                contact={contact}
                onSave={(next) => save(next, contact.id)}
                onCancel={() => setEditing(null)}
              />
            </li>
          ) : (
            <Contact
              key={contact.id}
              contact={contact}
              {...(mayEdit && {
                onEdit: () => setEditing(contact),
                onRemove: () => void remove(contact),
              })}
            />
          ),
        )}
      </ul>
      <UndoLine
        className={styles.undo}
        said={deleted && DETAILS_TEXT.removed(nameOf(deleted))}
        undo={DETAILS_TEXT.undo}
        onUndo={() => (deleted ? void undo(deleted) : undefined)}
      />
      <Problem>{problem}</Problem>
      {editing === 'new' ? (
        <ContactForm contact={null} onSave={(next) => save(next)} onCancel={() => setEditing(null)} />
      ) : mayEdit ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => setEditing('new')}
        >
          {DETAILS_TEXT.add}
        </Button>
      ) : null}
    </section>
  )
}

const nameOf = ({ type, label, value }: ContactDetail) => `${DETAILS_TEXT.types[type]} ${label || value}`

interface ContactProps {
  readonly contact: ContactDetail
  readonly onEdit?: () => void
  readonly onRemove?: () => void
}

function Contact({ contact, onEdit, onRemove }: ContactProps) {
  const Icon = ICONS[contact.type]
  return (
    <li className={styles.contact}>
      <Icon size={20} stroke={1.6} aria-hidden="true" />
      <div className={styles.reach}>
        <small>
          {DETAILS_TEXT.types[contact.type]}
          {contact.label === '' ? '' : ` · ${contact.label}`}
        </small>
        <span>{contact.value}</span>
      </div>
      {onEdit ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={DETAILS_TEXT.edit(nameOf(contact))}
          onClick={onEdit}
        >
          <IconPencil size={18} stroke={1.6} />
        </ActionIcon>
      ) : null}
      {onRemove ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={DETAILS_TEXT.remove(nameOf(contact))}
          onClick={onRemove}
        >
          <IconTrash size={18} stroke={1.6} />
        </ActionIcon>
      ) : null}
    </li>
  )
}
