import { IconAddressBook, IconCalendarEvent, IconMessages, IconSearch } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { MyMeetings } from '../meetings/MyMeetings.tsx'
import { ContactsSection } from '../people/ContactsSection.tsx'
import { PlainSearch } from '../search/PlainSearch.tsx'
import type { ChatSection } from '../store/state.ts'
import { TEXT } from '../text.ts'
import { ThreadList } from '../threads/ThreadList.tsx'

interface SectionParts {
  /** What its tab says. */
  readonly label: string
  readonly icon: typeof IconSearch
  readonly Content: ComponentType
}

/** The main sections of the chat and their left tabs (spec 2 §2). One line a section. */
export const SECTIONS: Readonly<Record<ChatSection, SectionParts>> = {
  Search: { label: TEXT.searchSection, icon: IconSearch, Content: PlainSearch },
  Chats: { label: TEXT.chatsSection, icon: IconMessages, Content: ThreadList },
  My_Meetings: { label: TEXT.meetingsSection, icon: IconCalendarEvent, Content: MyMeetings },
  Contacts: { label: TEXT.contactsSection, icon: IconAddressBook, Content: ContactsSection },
}
