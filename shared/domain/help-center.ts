/** Longest texts of a question. Ours. */
export const FAQ_QUESTION_MAX = 300
export const FAQ_ANSWER_MAX = 5000
export const FAQ_CATEGORY_MAX = 80
export const FAQ_AUDIENCE_MAX = 50

/** Longest search that is listed. Ours. */
export const MISSED_TERM_MAX = 100

export const FAQ_STATES = { DRAFT: 'Draft', PUBLISHED: 'Published' } as const
export type FaqState = keyof typeof FAQ_STATES

/** Longest texts and most stops of a tour. Ours. */
export const TOUR_NAME_MAX = 100
export const TOUR_TITLE_MAX = 100
export const TOUR_TEXT_MAX = 500
export const TOUR_STEPS_MAX = 30
