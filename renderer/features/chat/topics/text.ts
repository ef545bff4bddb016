import { TEXT as SHARED } from '../text.ts'

/** Topics, as people read it, with what several views of the chat say. */
export const TEXT = {
  ...SHARED,
  searchTopics: 'Search topics',
  newDiscussionAbout: 'What is it about?',
  startDiscussion: 'Start discussion',
  suggestedDiscussions: 'Suggested discussions',
  discuss: 'Discuss',
  replies: (count: number) => `${count} ${count === 1 ? 'reply' : 'replies'}`,
  messageCount: (count: number) => `${count} ${count === 1 ? 'message' : 'messages'}`,
  noTopics: 'No topics yet. Start a discussion to keep one subject together.',
  noTopicMatches: 'No topics match.',
  topicsFailed: "The topics couldn't be loaded.",
  noTopicMessages: 'No messages yet',
  topicDialog: 'Add a topic',
  topicName: 'Topic',
  topicOf: (name: string) => `Topic in ${name}`,
  openTopic: (name: string) => `Open topic ${name}`,
  notInTopic: "You aren't in this discussion yet.",
  joinDiscussion: 'Join discussion',
  topicFailed: "The topic couldn't be opened.",
  startedFrom: 'Started from a message',
} as const
