/** Matters of a business that stay where they were said, whoever's preference they are worded as. */
const CONFIDENTIAL: readonly RegExp[] = [
  /\b(?:client|customer|budget|invoice|contract|salary|salaries|revenue|margin|deadline|confidential|nda|acquisition|layoffs?|headcount|pricing|quote|proposal|payroll)\b/i,
  /(?:[$€£¥]\s?\d|\b\d[\d.,]*\s?(?:usd|eur|gbp|chf|k\b|mio|million))/i,
  /\b(?:kunde[n]?|kundin|umsatz|gehalt|rechnung|vertrag|angebot|frist|vertraulich|cliente|presupuesto|factura|contrato|sueldo|confidencial|budget|facture|contrat|salaire|confidentiel)\b/i,
  /клиент|бюджет|договор|зарплат|конфиденциальн|客户|预算|合同|工资|保密|顧客|予算|契約/,
];

export function isConfidential(text: string): boolean {
  return CONFIDENTIAL.some((pattern) => pattern.test(text));
}
