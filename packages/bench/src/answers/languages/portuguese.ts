/** A guest house by a Brazilian beach. */
export const portuguese = `
room-five | 7 | 0.7 | episodic | Dona Célia | | O ar-condicionado do quarto 5 está pingando em cima da cama, não vender até o Wesley consertar.
room-two | 40 | 0.3 | semantic | Dona Célia | | Quarto 2 é o único que dá pra três pessoas, tem uma bicama embaixo.
breakfast | 210 | 0.5 | semantic | Jurema | | Café da manhã das sete e meia às dez; tapioca só se pedir na véspera.
guest-vegan | 4 | 0.2 | short_term | Jurema | | o casal alemão não come nada de bicho, nem mel, fazer cuscuz com coco
guest-late | 2 | 0.8 | short_term | Rafa | | A família de Goiânia chega depois da meia-noite, deixar a chave debaixo do vaso de espada-de-são-jorge
guest-lost | 26 | 0.4 | episodic | Rafa | | Hóspede do 7 esqueceu um aparelho auditivo. Mandei por Sedex, o código tá no caderno.
bad-review | 33 | 0.1 | episodic | Rafa | | Avaliação de duas estrelas: reclamaram do galo do vizinho, que canta às quatro.
rooster | 30 | 0.1 | episodic | Dona Célia | | Falei com seu Antenor, ele vai prender o bicho até clarear. Em troca leva as sobras do café.
water-tank | 62 | 0.6 | episodic | Wesley | | A caixa-d'água foi lavada em agosto, lavar de novo em seis meses.
pump | 17 | 0.5 | episodic | Wesley | | bomba da piscina queimou o capacitor, já troquei, 45 reais
power-cut | 84 | 0.7 | semantic | Wesley | | Quando falta luz, o gerador liga na mão: abre a torneirinha da gasolina, puxa o afogador e dá três puxões firmes na corda.
wifi | 108 | 0.4 | semantic | Rafa | | A senha do wi-fi é caranguejo2020, tudo junto, minúsculo.
price-new-year | 55 | 0.8 | episodic | Dona Célia | | Réveillon a gente fecha só pacote de cinco noites, 3.900 o casal, metade adiantado.
price-low | 145 | 0.2 | semantic | Dona Célia | | De abril a junho faz por 180 a diária e não discute.
cancel | 120 | 0.3 | semantic | Rafa | | Cancelou até sete dias antes, devolve tudo. Depois disso fica o sinal.
boat-trip | 38 | 0.6 | semantic | Rafa | | O passeio pras piscinas naturais depende da maré, tem que sair com a tábua abaixo de 0,4. Zé Lamparina cobra 70 por cabeça.
turtle | 11 | 0.9 | episodic | Jurema | | Nasceram as tartarugas na frente da pousada, o pessoal do Tamar pediu luz apagada na varanda até domingo.
jurema-son | 22 | 0.4 | episodic | Jurema | | Meu menino passou em enfermagem na federal!!! Chorei na feira
jurema-off | 9 | 0.5 | episodic | Jurema | | preciso sair mais cedo quarta, consulta do joelho
supplier-fish | 165 | 0.7 | semantic | Jurema | | Peixe só do Biu, terça e sexta, olhou vermelho não compra.
license | 47 | 0.9 | episodic | Dona Célia | | O alvará dos bombeiros vence dia 30 e faltam dois extintores.
inspector | 19 | 0.6 | episodic | Dona Célia | | Veio a vigilância sanitária e implicou com a tábua de carne de madeira. Comprar de plástico.
termites | 74 | 0.3 | episodic | Wesley | | Cupim comeu o caibro da varanda, escorei com eucalipto, mas não deixa ninguém pendurar rede ali.
hammock | 360 | 0.8 | semantic | Dona Célia | | As redes são de São Bento, na Paraíba, e lavam na mão com sabão de coco.
dog | 250 | 0.2 | semantic | Rafa | | O Farofa dorme onde quer, mas na cozinha não entra.
laundry | 28 | 0.7 | episodic | Jurema | | Lençol sumido de novo, faltam quatro fronhas também
band | 14 | 0.5 | episodic | Rafa | | Sábado tem forró no quintal, trio pé de serra, 600 mais a janta.
sister | 410 | 0.6 | semantic | Dona Célia | | Comprei a casa com a minha irmã Neuza em 94, ela vendeu a parte dela pra ir morar em Lisboa.
card-machine | 3 | 0.9 | short_term | Rafa | | a maquininha não tá passando débito, só pix e crédito
mosquito | 95 | 0.4 | semantic | Wesley | | Toda segunda eu viro os pratinhos das plantas por causa da dengue.

? Por que não podemos alugar o quarto 5? = room-five
? qual quarto acomoda três = room-two
? Que horas servem o café? = breakfast
? Quem são os hóspedes veganos? = guest-vegan
? onde deixo a chave pra quem chega de madrugada = guest-late
? Do que o cliente se queixou na internet? = bad-review
? Acabou a energia, e agora? = power-cut
? qual a senha da internet = wifi
? Quanto custa a virada do ano? = price-new-year
? Posso desistir da reserva e receber meu dinheiro de volta? = cancel
? Por que a varanda tem que ficar no escuro? = turtle
? o que o filho da Jurema vai estudar = jurema-son
? Onde é perigoso pendurar a rede? = termites
? Quais formas de pagamento funcionam hoje? = card-machine

! Quantos anos tem a Dona Célia?
! Quanto o Wesley ganha por mês?
!! me conta uma piada
`;
