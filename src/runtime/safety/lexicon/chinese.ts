import type { Lexicon } from '../concepts.js';

export const CHINESE: Lexicon = {
  drop: `忽略 | 无视 | 忘记 | 忘掉 | 不要理会 | 不要遵守 | 不再遵守 | 抛弃`,
  rules: `指示 | 指令 | 规则 | 规定 | 命令 | 限制 | 提示词`,
  own: `你的`,
  ownRules: `你的指令 | 你的规则 | 你的指示 | 你的提示词`,
  prior: `之前 | 以前 | 先前 | 上面 | 以上 | 原来`,
  all: `所有 | 全部 | 一切 | 任何`,
  reveal: `显示 | 输出 | 告诉我 | 重复 | 打印 | 泄露`,
  hidden: `系统提示 | 系统提示词 | 系统指令 | 隐藏指令 | 初始提示`,
};
