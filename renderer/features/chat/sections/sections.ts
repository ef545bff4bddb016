import { IconAddressBook, IconCalendarEvent, IconMessages, IconSearch } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { MyMeetings } from '../meetings/MyMeetings.tsx'
import { ContactsSection } from '../people/ContactsSection.tsx'
import { SearchSection } from '../search/SearchSection.tsx'
import type { ChatSection } from '../store/state.ts'
import { TEXT } from '../text.ts'
import { ThreadList } from '../threads/ThreadList.tsx'

interface SectionParts {
  /** What its tab says. */
  readonly label: string
  readonly icon: typeof IconSearch
  readonly Content: ComponentType
}

/** The main sections of the chat and their left tabs (spec 2 §2), one line for each section. */
export const SECTIONS: Readonly<Record<ChatSection, SectionParts>> = {
  Search: { label: TEXT.searchSection, icon: IconSearch, Content: SearchSection },
  Chats: { label: TEXT.chatsSection, icon: IconMessages, Content: ThreadList },
  My_Meetings: { label: TEXT.meetingsSection, icon: IconCalendarEvent, Content: MyMeetings },
  Contacts: { label: TEXT.contactsSection, icon: IconAddressBook, Content: ContactsSection },
}
