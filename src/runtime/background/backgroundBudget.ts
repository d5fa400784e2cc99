/** Background work has a budget line of its own: this subject of the scope `persona`. */
export const BACKGROUND_BUDGET = 'background';
