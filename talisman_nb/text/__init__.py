"""Everything the program says, in four languages.

`names`, `phrases`, `grammar` and `wording` are the language: what things are called, the sentences, their agreement.
On top of them: `definitions` (what a card or space does), `events` (what happened), `questions` (what is asked),
`pages` (looking things up), `screen` (what a panel shows). The folders `names/` and `phrases/` hold the texts.
"""
